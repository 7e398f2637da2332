#pragma once
#import "SMFunction.h"

@interface SMPipeline : SMObject <MTLComputePipelineState> {
    @public
    SMFunction *_function;
    sm_entry *_entry;
    sm_entry *_flatEntry;  // of threadgroups launched as one row; NULL until it is asked for
    const sm_kernel *_kernel;
    NSUInteger _maxThreads, _staticThreadgroupBytes;
    BOOL _takesWholeSimdGroups;  // threadGroupSizeIsMultipleOfThreadExecutionWidth
    uint8_t *_alignments;  // of each argument's type, bytes
    @private
    sm_program *_program;  // specialised with no constants; NULL where another object's program serves
    sm_program *_flatProgram;
}
// threadLimit 0: the device's.
- (instancetype)initWithFunction:(SMFunction *)function
                           label:(NSString *)label
                     threadLimit:(NSUInteger)threadLimit
                           error:(NSError **)error;
- (MTLComputePipelineReflection *)reflection;
// Makes _flatEntry if need be.
- (BOOL)makeFlatEntry:(NSError **)error;
@end

#pragma once
#import "SMDevice.h"
#include "../msl/frontend.h"

@interface SMLibrary : SMObject <MTLLibrary> {
    @public
    SMDevice *_device;
    sm_module *_module;
    sm_program *_program;
    char *_options;  // of the dialect's compiler
    @private
}
- (instancetype)initWithDevice:(SMDevice *)device
                        source:(NSString *)source
                       options:(MTLCompileOptions *)options
                         error:(NSError **)error;
// A program of one kernel, specialised. layout: how a threadgroup of several rows is launched.
- (sm_program *)newProgramForKernel:(const sm_kernel *)kernel
                          constants:(MTLFunctionConstantValues *)constants
                             layout:(sm_threadgroup_layout)layout
                              error:(NSError **)error;
@end

#import "SMPipeline.h"

#import "data_type.h"
#import "report.h"
#include <stdlib.h>

@interface MTLComputePipelineReflection (SMCreation)
- (instancetype)initWithKernel:(const sm_kernel *)kernel;
@end

static NSUInteger smaller(NSUInteger a, NSUInteger b) { return a < b ? a : b; }

@implementation SMPipeline
- (instancetype)initWithFunction:(SMFunction *)function
                           label:(NSString *)label
                     threadLimit:(NSUInteger)threadLimit
                           error:(NSError **)error {
    if (!(self = [super initWithKind:SM_LIVE_PIPELINE])) return nil;
    _function = [function retain];
    _kernel = function->_kernel;
    _label = [label copy];
    if ([self makeEntry:threadLimit error:error] && [self fitsDevice:error]) return self;
    [self release];
    return nil;
}

// The program that has this kernel, as the function's constants want it.
- (sm_program *)program:(NSError **)error {
    SMLibrary *library = _function->_library;
    if (_function->_program) return _function->_program;
    if (_kernel->constant_count == 0) return library->_program;
    _program = [library newProgramForKernel:_kernel constants:nil layout:SM_LAYOUT_ROWS error:error];
    return _program;
}

- (BOOL)makeEntry:(NSUInteger)threadLimit error:(NSError **)error {
    sm_device *device = _function->_library->_device->_device;
    if (threadLimit > device->max_threads_per_threadgroup) {
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
                @"pipeline of %s: maxTotalThreadsPerThreadgroup is %lu; the device has %lu", _kernel->name,
                (unsigned long)threadLimit, (unsigned long)device->max_threads_per_threadgroup);
        return NO;
    }
    sm_program *program = [self program:error];
    if (!program) return NO;
    sm_entry_facts facts;
    char *complaint = NULL;
    if (!sm_fault(SM_FAULT_PIPELINE)) _entry = device->functions->entry(program, _kernel->symbol, &facts, &complaint);
    if (!_entry) {
        sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorInternal, @"pipeline of %s: %s", _kernel->name,
                complaint ? complaint : "SOFTMETAL_FAULT: pipeline");
        free(complaint);
        return NO;
    }
    _maxThreads = smaller(device->max_threads_per_threadgroup, facts.max_threads);
    if (_kernel->max_threads) _maxThreads = smaller(_maxThreads, _kernel->max_threads);
    if (threadLimit) _maxThreads = smaller(_maxThreads, threadLimit);
    // The compiler may have removed what is not used; what the source declares counts on a GPU too.
    _staticThreadgroupBytes = _kernel->static_threadgroup_bytes;
    if (facts.threadgroup_bytes > _staticThreadgroupBytes && !_staticThreadgroupBytes)
        _staticThreadgroupBytes = facts.threadgroup_bytes;
    _alignments = malloc(_kernel->arg_count + 1);
    for (size_t i = 0; _alignments && i < _kernel->arg_count; i++)
        _alignments[i] = _kernel->args[i].type ? (uint8_t)sm_data_type_named(_kernel->args[i].type).alignment : 1;
    return _alignments != NULL;
}

- (BOOL)makeFlatEntry:(NSError **)error {
    @synchronized(self) {
        if (_flatEntry) return YES;
        SMLibrary *library = _function->_library;
        if (!_flatProgram)
            _flatProgram = [library newProgramForKernel:_kernel
                                              constants:_function->_constants
                                                 layout:SM_LAYOUT_FLAT
                                                  error:error];
        if (!_flatProgram) return NO;
        sm_entry_facts facts;
        char *complaint = NULL;
        _flatEntry = library->_device->_device->functions->entry(_flatProgram, _kernel->symbol, &facts, &complaint);
        if (!_flatEntry)
            sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorInternal, @"pipeline of %s: %s", _kernel->name,
                    complaint ? complaint : "no entry");
        free(complaint);
        return _flatEntry != NULL;
    }
}

- (BOOL)fitsDevice:(NSError **)error {
    NSUInteger limit = _function->_library->_device->_device->max_threadgroup_memory;
    if (_staticThreadgroupBytes <= limit) return YES;
    sm_fail(error, MTLLibraryErrorDomain, MTLLibraryErrorCompileFailure,
            @"pipeline of %s: its threadgroup variables take %lu bytes; the device has %lu", _kernel->name,
            (unsigned long)_staticThreadgroupBytes, (unsigned long)limit);
    return NO;
}

- (void)dealloc {
    const sm_device_functions *functions = _function->_library->_device->_device->functions;
    functions->release_entry(_entry);
    functions->release_entry(_flatEntry);
    functions->release_program(_program);
    functions->release_program(_flatProgram);
    free(_alignments);
    [_function release];
    [super dealloc];
}

- (id<MTLDevice>)device { return _function->_library->_device; }
- (NSUInteger)maxTotalThreadsPerThreadgroup { return _maxThreads; }
- (NSUInteger)threadExecutionWidth { return 32; }
- (NSUInteger)staticThreadgroupMemoryLength { return _staticThreadgroupBytes; }
- (NSUInteger)allocatedSize { return 0; }

- (MTLComputePipelineReflection *)reflection {
    return [[[MTLComputePipelineReflection alloc] initWithKernel:_kernel] autorelease];
}
@end

@interface SMBinding : NSObject <MTLBufferBinding> {
    NSString *_name;
    MTLBindingType _type;
    MTLBindingAccess _access;
    NSUInteger _index, _bufferDataSize;
}
@end

@implementation SMBinding
@synthesize name = _name;
@synthesize type = _type;
@synthesize access = _access;
@synthesize index = _index;
@synthesize bufferDataSize = _bufferDataSize;

- (instancetype)initWithArgument:(const sm_arg *)argument {
    if (!(self = [super init])) return nil;
    _name = [[NSString alloc] initWithUTF8String:argument->name];
    _type = argument->kind == SM_ARG_BUFFER ? MTLBindingTypeBuffer : MTLBindingTypeThreadgroupMemory;
    _access = argument->access == SM_ACCESS_READ_ONLY ? MTLBindingAccessReadOnly : MTLBindingAccessReadWrite;
    _index = argument->index;
    _bufferDataSize = argument->min_size ? argument->min_size : sm_data_type_named(argument->type).size;
    return self;
}

- (void)dealloc {
    [_name release];
    [super dealloc];
}

- (BOOL)isUsed { return YES; }
- (BOOL)isArgument { return YES; }
@end

@implementation MTLComputePipelineReflection
@synthesize bindings = _bindings;

- (instancetype)initWithKernel:(const sm_kernel *)kernel {
    if (!(self = [super init])) return nil;
    NSMutableArray *bindings = [NSMutableArray new];
    for (size_t i = 0; i < kernel->arg_count; i++) {
        if (kernel->args[i].kind == SM_ARG_CONTEXT) continue;
        SMBinding *binding = [[SMBinding alloc] initWithArgument:&kernel->args[i]];
        [bindings addObject:binding];
        [binding release];
    }
    _bindings = bindings;
    return self;
}

- (void)dealloc {
    [_bindings release];
    [super dealloc];
}
@end

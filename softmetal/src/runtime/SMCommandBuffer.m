#import "SMCommandBuffer.h"

#import "SMBlitEncoder.h"
#import "SMComputeEncoder.h"
#import "bounds.h"
#import "report.h"
#import "zombie.h"
#include "blocks.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

NSErrorDomain const MTLCommandBufferErrorDomain = @"MTLCommandBufferErrorDomain";

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void add_handler(sm_handlers *handlers, MTLCommandBufferHandler block) {
    handlers->list = realloc(handlers->list, (handlers->count + 1) * sizeof *handlers->list);
    if (!handlers->list) abort();
    handlers->list[handlers->count++] = SM_BLOCK_COPY(block);
}

static void free_handlers(sm_handlers *handlers) {
    for (size_t i = 0; i < handlers->count; i++) Block_release(handlers->list[i]);
    free(handlers->list);
}

@implementation SMCommandBuffer
- (instancetype)initWithQueue:(SMCommandQueue *)queue
                      retains:(BOOL)retains
                      options:(MTLCommandBufferErrorOption)options {
    if (!(self = [super initWithKind:SM_LIVE_COMMAND_BUFFER])) return nil;
    _queue = [queue retain];
    _retainsReferences = retains;
    _errorOptions = options;
    return self;
}

- (void)dealloc {
    const sm_device_functions *functions = _queue->_line->device->functions;
    if (!_isCommitted) [self leaveLine];
    functions->release_fence(_firstFence);
    if (_lastFence != _firstFence) functions->release_fence(_lastFence);
    [self releaseResources];
    free_handlers(&_scheduledHandlers);
    free_handlers(&_completedHandlers);
    [_error release];
    [_queue release];
    [super dealloc];
}

- (void)leaveLine {
    sm_line *line = _queue->_line;
    pthread_mutex_lock(&line->lock);
    sm_line_remove(line, self);
    pthread_mutex_unlock(&line->lock);
}

- (void)releaseResources {
    if (_retainsReferences)
        for (size_t i = 0; i < _resourceCount; i++) [_resources[i] release];
    free(_resources);
    _resources = NULL;
    _resourceCount = _resourceRoom = 0;
    _firstCommand = _lastCommand = NULL;
    sm_arena_free(&_arena);
}

// ---- What the encoders add

- (void)failWithError:(NSError *)error {
    sm_line *line = _queue->_line;
    pthread_mutex_lock(&line->lock);
    BOOL isLate = _isCommitted;
    if (!_error) _error = [error retain];
    if (_status == MTLCommandBufferStatusCompleted) _status = MTLCommandBufferStatusError;
    pthread_mutex_unlock(&line->lock);
    // Too late to stop it, and whoever waits may have read the status already.
    if (isLate) fprintf(stderr, "softmetal: %s\n", [[error localizedDescription] UTF8String]);
}

- (sm_command *)addCommand:(sm_command_kind)kind {
    sm_command *command = sm_arena_take(&_arena, sizeof *command);
    command->next = NULL;
    command->kind = kind;
    if (_lastCommand) _lastCommand->next = command;
    else _firstCommand = command;
    _lastCommand = command;
    return command;
}

static NSUInteger bytes_of(SMObject *resource) {
    return resource->_kind == SM_LIVE_BUFFER ? ((SMBuffer *)resource)->_memory.length : 0;
}

- (void)useResource:(SMObject *)resource {
    enum { RECENT = 8 };  // most programs bind the same few buffers again and again
    for (size_t i = _resourceCount; i-- > 0 && i + RECENT >= _resourceCount;)
        if (_resources[i] == resource) return;
    if (_resourceCount == _resourceRoom) {
        _resourceRoom = _resourceRoom ? 2 * _resourceRoom : 16;
        _resources = realloc(_resources, _resourceRoom * sizeof *_resources);
        if (!_resources) abort();
    }
    _resources[_resourceCount++] = _retainsReferences ? [resource retain] : resource;
    _resourceBytes += bytes_of(resource);
}

static int compare_pointers(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    return (x > y) - (x < y);
}

// Bytes of the distinct buffers. _resourceBytes may count one several times, which is enough where it is small.
- (NSUInteger)workingSet {
    NSUInteger total = 0;
    qsort(_resources, _resourceCount, sizeof *_resources, compare_pointers);
    for (size_t i = 0; i < _resourceCount; i++)
        if (i == 0 || _resources[i] != _resources[i - 1]) total += bytes_of(_resources[i]);
    return total;
}

// ---- For the line

- (void)keepError:(MTLCommandBufferError)code text:(NSString *)text {
    if (!_error) _error = [sm_error(MTLCommandBufferErrorDomain, (NSInteger)code, text) retain];
}

// Without retained references the program has to keep what the commands use.
- (void)checkUnretained {
    for (size_t i = 0; i < _resourceCount; i++)
        if (sm_is_known_zombie(_resources[i])) {
            [self keepError:MTLCommandBufferErrorInvalidResource
                       text:[NSString stringWithFormat:@"%@ (command buffer \"%@\", without retained references)",
                                                       sm_zombie_text(_resources[i]), _label ? _label : @""]];
            return;
        }
}

- (void)checkBeforeRun {
    if (!_retainsReferences && sm_is_strict()) [self checkUnretained];
    uint64_t limit = [_queue->_device recommendedMaxWorkingSetSize];
    NSUInteger used = !_error && _resourceBytes > limit ? [self workingSet] : 0;
    if (used > limit)
        [self keepError:MTLCommandBufferErrorOutOfMemory
                   text:[NSString stringWithFormat:@"out of memory: the command buffer's buffers take %lu bytes, "
                                                   @"the device's working set is %llu",
                                                   (unsigned long)used, (unsigned long long)limit]];
    if (sm_fault(SM_FAULT_COMMAND_BUFFER))
        [self keepError:MTLCommandBufferErrorInternal text:@"SOFTMETAL_FAULT: commandbuffer"];
    if (sm_fault(SM_FAULT_DEVICE))
        [self keepError:MTLCommandBufferErrorDeviceRemoved text:@"SOFTMETAL_FAULT: device lost"];
}

- (void)refused:(const char *)complaint {
    [self keepError:MTLCommandBufferErrorInternal
               text:[NSString stringWithFormat:@"the device refused a command: %s",
                                               complaint ? complaint : "out of memory"]];
}

- (void)leftBounds:(const char *)complaint {
    NSString *text = [NSString stringWithFormat:@"%s (command buffer \"%@\")", complaint ? complaint : "out of bounds",
                                                _label ? _label : @""];
    if (sm_validation_mode() == SM_VALIDATION_ABORT) sm_violation(nil, @"%@", text);
    [self keepError:MTLCommandBufferErrorPageFault text:text];
}

// Each command has run when this returns.
- (void)runChecked:(const sm_command *)command {
    sm_line *line = _queue->_line;
    char *text = NULL;
    sm_run_result result = sm_run_checked(line->device, line->stream, command, &_firstFence, &_lastFence, &text);
    if (result == SM_RUN_REFUSED) [self refused:text];
    else if (result == SM_RUN_OUT_OF_BOUNDS) [self leftBounds:text];
    free(text);
}

- (void)submit {
    sm_line *line = _queue->_line;
    char *complaint = NULL;
    @autoreleasepool {
        [self checkBeforeRun];
        bool submitted = true;
        for (sm_command *command = _firstCommand; command && !_error && submitted; command = command->next) {
            if (sm_checks_bounds()) [self runChecked:command];
            else
                submitted =
                    sm_command_submit(line->device, line->stream, command, &_firstFence, &_lastFence, &complaint);
        }
        // A place in the stream's order, so that it does not finish before what came earlier.
        if (submitted && !_lastFence) {
            submitted = line->device->functions->marker(line->stream, &_firstFence, &complaint);
            _lastFence = _firstFence;
        }
        if (!submitted) [self refused:complaint];
    }
    free(complaint);
    line->device->functions->flush(line->stream);
    _kernelEnd = seconds();
    _status = MTLCommandBufferStatusScheduled;
}

- (void)complete {
    sm_line *line = _queue->_line;
    const sm_device_functions *functions = line->device->functions;
    char *complaint = NULL;
    bool succeeded = !_lastFence || functions->fence_wait(_lastFence, &complaint);
    [self releaseResources];
    pthread_mutex_lock(&line->lock);
    if (!succeeded)
        [self keepError:MTLCommandBufferErrorInternal
                   text:[NSString stringWithFormat:@"the device failed: %s", complaint ? complaint : "no reason"]];
    _status = _error ? MTLCommandBufferStatusError : MTLCommandBufferStatusCompleted;
    pthread_mutex_unlock(&line->lock);
    free(complaint);
}

// ---- MTLCommandBuffer

- (id<MTLDevice>)device { return _queue->_device; }
- (id<MTLCommandQueue>)commandQueue { return _queue; }
- (BOOL)retainedReferences { return _retainsReferences; }
- (MTLCommandBufferErrorOption)errorOptions { return _errorOptions; }
- (CFTimeInterval)kernelStartTime { return _kernelStart; }
- (CFTimeInterval)kernelEndTime { return _kernelEnd; }

- (CFTimeInterval)GPUStartTime {
    double start = 0, end;
    sm_device *device = _queue->_line->device;
    if ([self status] >= MTLCommandBufferStatusCompleted && _firstFence)
        device->functions->fence_times(device, _firstFence, &start, &end);
    return start;
}

- (CFTimeInterval)GPUEndTime {
    double start, end = 0;
    sm_device *device = _queue->_line->device;
    if ([self status] >= MTLCommandBufferStatusCompleted && _lastFence)
        device->functions->fence_times(device, _lastFence, &start, &end);
    return end;
}

- (MTLCommandBufferStatus)status {
    sm_line_poll(_queue->_line, self);
    pthread_mutex_lock(&_queue->_line->lock);
    MTLCommandBufferStatus status = _status;
    pthread_mutex_unlock(&_queue->_line->lock);
    return status;
}

- (NSError *)error {
    pthread_mutex_lock(&_queue->_line->lock);
    NSError *error = _status >= MTLCommandBufferStatusCompleted ? [[_error retain] autorelease] : nil;
    pthread_mutex_unlock(&_queue->_line->lock);
    return error;
}

// The text says which rule was broken; the label says where.
- (void)breaks:(NSString *)rule method:(const char *)method {
    sm_violation(self, @"-[MTLCommandBuffer %s]: %@ (command buffer \"%@\")", method, rule, _label ? _label : @"");
}

- (BOOL)allows:(const char *)method {
    if (!_isCommitted) return YES;
    [self breaks:@"the command buffer is already committed" method:method];
    return NO;
}

- (void)enqueue {
    if (![self allows:"enqueue"]) return;
    sm_line *line = _queue->_line;
    pthread_mutex_lock(&line->lock);
    if (_status == MTLCommandBufferStatusNotEnqueued) sm_line_enqueue(line, self);
    pthread_mutex_unlock(&line->lock);
}

- (void)commit {
    if (![self allows:"commit"]) return;
    if (_openEncoder) {
        [self breaks:@"an encoder is still open; call endEncoding first" method:"commit"];
        [_openEncoder abandon];
    }
    sm_line *line = _queue->_line;
    [self retain];  // until it has finished
    pthread_mutex_lock(&line->lock);
    if (_status == MTLCommandBufferStatusNotEnqueued) sm_line_enqueue(line, self);
    _isCommitted = YES;
    _status = MTLCommandBufferStatusCommitted;
    _kernelStart = seconds();
    sm_line_submit(line);
    pthread_mutex_unlock(&line->lock);
}

- (void)add:(MTLCommandBufferHandler)block to:(sm_handlers *)handlers method:(const char *)method {
    if (![self allows:method]) return;
    if (block) add_handler(handlers, block);
    else [self breaks:@"the block is nil" method:method];
}

- (void)addScheduledHandler:(MTLCommandBufferHandler)block {
    [self add:block to:&_scheduledHandlers method:"addScheduledHandler:"];
}

- (void)addCompletedHandler:(MTLCommandBufferHandler)block {
    [self add:block to:&_completedHandlers method:"addCompletedHandler:"];
}

- (void)waitUntilScheduled {
    if (!_isCommitted) {
        [self breaks:@"the command buffer is not committed; the wait would never end" method:"waitUntilScheduled"];
        return;
    }
    sm_line *line = _queue->_line;
    pthread_mutex_lock(&line->lock);
    while (_status < MTLCommandBufferStatusScheduled) pthread_cond_wait(&line->progress, &line->lock);
    pthread_mutex_unlock(&line->lock);
}

- (void)waitUntilCompleted {
    if (_isCommitted) sm_line_wait(_queue->_line, self);
    else [self breaks:@"the command buffer is not committed; the wait would never end" method:"waitUntilCompleted"];
}

- (BOOL)allowsEncoder:(const char *)method {
    if (![self allows:method]) return NO;
    if (!_openEncoder) return YES;
    [self breaks:@"another encoder is still open; call its endEncoding first" method:method];
    return NO;
}

- (id<MTLComputeCommandEncoder>)computeCommandEncoder {
    return [self computeCommandEncoderWithDispatchType:MTLDispatchTypeSerial];
}

- (id<MTLComputeCommandEncoder>)computeCommandEncoderWithDispatchType:(MTLDispatchType)type {
    if (![self allowsEncoder:"computeCommandEncoder"]) return nil;
    return [[[SMComputeEncoder alloc] initWithBuffer:self dispatchType:type] autorelease];
}

- (id<MTLBlitCommandEncoder>)blitCommandEncoder {
    if (![self allowsEncoder:"blitCommandEncoder"]) return nil;
    return [[[SMBlitEncoder alloc] initWithBuffer:self] autorelease];
}

- (void)pushDebugGroup:(NSString *)string {
    if (!string) [self breaks:@"string is nil" method:"pushDebugGroup:"];
    _debugDepth++;
}

- (void)popDebugGroup {
    if (_debugDepth) _debugDepth--;
    else [self breaks:@"no debug group is pushed" method:"popDebugGroup"];
}
@end

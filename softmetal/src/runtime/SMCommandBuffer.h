#pragma once
#import "SMCommandQueue.h"
#include "commands.h"

@class SMCommandEncoder;

typedef struct {
    MTLCommandBufferHandler *list;
    size_t count;
} sm_handlers;

// The queue's line reads and writes the state here, under the line's lock.
@interface SMCommandBuffer : SMObject <MTLCommandBuffer> {
    @public
    SMCommandQueue *_queue;
    SMCommandBuffer *_next;  // in the line's list
    MTLCommandBufferStatus _status;
    NSError *_error;
    BOOL _isCommitted, _isClaimed, _isFinished, _scheduledCalled;
    sm_handlers _scheduledHandlers, _completedHandlers;
    sm_fence *_firstFence, *_lastFence;
    SMCommandEncoder *_openEncoder;  // not retained: it retains this
    sm_arena _arena;
    @private
    sm_command *_firstCommand, *_lastCommand;
    SMObject **_resources;  // all that the commands use
    size_t _resourceCount, _resourceRoom;
    NSUInteger _resourceBytes;
    BOOL _retainsReferences;
    MTLCommandBufferErrorOption _errorOptions;
    NSUInteger _debugDepth;
    double _kernelStart, _kernelEnd;
}
- (instancetype)initWithQueue:(SMCommandQueue *)queue
                      retains:(BOOL)retains
                      options:(MTLCommandBufferErrorOption)options;

// For encoders.
- (void)failWithError:(NSError *)error;  // the first one counts
- (sm_command *)addCommand:(sm_command_kind)kind;
- (void)useResource:(SMObject *)resource;

// For the line, once each, in this order. submit is called with the line's lock held.
- (void)submit;
- (void)complete;  // the device is done: result and resources
@end

#pragma once
#import "SMLibrary.h"

@interface SMFunction : SMObject <MTLFunction> {
    @public
    SMLibrary *_library;
    const sm_kernel *_kernel;  // the library's module owns it
    sm_program *_program;      // specialised; NULL where the library's own program serves
    MTLFunctionConstantValues *_constants;  // with which it is specialised
    @private
}
- (instancetype)initWithLibrary:(SMLibrary *)library
                         kernel:(const sm_kernel *)kernel
                        program:(sm_program *)program
                      constants:(MTLFunctionConstantValues *)constants;
@end

/* More of Cocoa's Foundation, for programs that read files, print and wait; compared with GNUstep's headers. */
#pragma once
#include_next <Foundation/Foundation.h>

@class NSURL;

@interface NSString (Files)
+ (instancetype)stringWithContentsOfFile:(NSString *)path
                                encoding:(NSStringEncoding)encoding
                                   error:(NSError **)error;
+ (instancetype)stringWithContentsOfURL:(NSURL *)url encoding:(NSStringEncoding)encoding error:(NSError **)error;
- (instancetype)initWithContentsOfFile:(NSString *)path encoding:(NSStringEncoding)encoding error:(NSError **)error;
- (instancetype)initWithData:(NSData *)data encoding:(NSStringEncoding)encoding;
@end

@interface NSArray<__covariant ObjectType> (Lists)
+ (instancetype)arrayWithObjects:(ObjectType)first, ... __attribute__((sentinel));
@end

@interface NSData (Files)
+ (instancetype)dataWithContentsOfFile:(NSString *)path;
- (BOOL)writeToFile:(NSString *)path atomically:(BOOL)whole;
@end

@interface NSURL : NSObject <NSCopying>
+ (instancetype)fileURLWithPath:(NSString *)path;
@end

@interface NSAutoreleasePool : NSObject
- (void)drain;
@end

@protocol NSLocking
- (void)lock;
- (void)unlock;
@end

@interface NSConditionLock : NSObject <NSLocking>
- (instancetype)initWithCondition:(NSInteger)condition;
- (void)lockWhenCondition:(NSInteger)condition;
- (void)unlockWithCondition:(NSInteger)condition;
@end

@interface NSAssertionHandler : NSObject
+ (NSAssertionHandler *)currentHandler;
- (void)handleFailureInFunction:(NSString *)function
                           file:(NSString *)file
                     lineNumber:(NSInteger)line
                    description:(NSString *)format, ... NS_FORMAT_FUNCTION(4, 5);
@end

#define NSCAssert(condition, text, ...)                                                                              \
    do {                                                                                                             \
        if (!(condition))                                                                                            \
            [[NSAssertionHandler currentHandler]                                                                     \
                handleFailureInFunction:[NSString stringWithUTF8String:__func__]                                     \
                                   file:[NSString stringWithUTF8String:__FILE__]                                     \
                             lineNumber:__LINE__                                                                     \
                            description:(text), ##__VA_ARGS__];                                                      \
    } while (0)

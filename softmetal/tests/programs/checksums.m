// Checksums of many messages of different lengths, packed into one buffer with a table of places.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct __attribute__((packed)) {
    uint32_t offset;
    uint16_t length;
} Message;
typedef struct {
    uint32_t crc, adler;
} Sums;

static Sums sumsOf(const uint8_t *data, size_t length) {
    uint32_t crc = ~0u, a = 1, b = 0;
    for (size_t i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    Sums sums = {~crc, b << 16 | a};
    return sums;
}

int main(int argc, const char *argv[]) {
    if (argc != 3) return 2;
    int wrong = 0;
    @autoreleasepool {
        // The check values of both sums, as their definitions give them.
        Sums digits = sumsOf((const uint8_t *)"123456789", 9);
        if (digits.crc != 0xCBF43926 || digits.adler != 0x091E01DE) return printf("the reference itself is wrong\n"), 1;
        size_t count = (size_t)atoi(argv[2]), total = 0;
        NSMutableData *data = [NSMutableData dataWithLength:count * 311];
        NSMutableData *table = [NSMutableData dataWithLength:count * sizeof(Message)];
        NSMutableData *expected = [NSMutableData dataWithLength:count * sizeof(Sums)];
        uint8_t *bytes = data.mutableBytes;
        Message *messages = table.mutableBytes;
        Sums *right = expected.mutableBytes;
        for (size_t i = 0; i < count * 311; i++) bytes[i] = (uint8_t)(i * i >> 3 ^ i);
        for (size_t i = 0; i < count; i++) {
            messages[i] = (Message){(uint32_t)total, (uint16_t)(i * 53 % 311)};
            right[i] = sumsOf(bytes + total, messages[i].length);
            total += messages[i].length;
        }
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:nil error:&error] autorelease];
        id<MTLFunction> function = [[library newFunctionWithName:@"checksums"] autorelease];
        id<MTLComputePipelineState> state =
            function ? [[device newComputePipelineStateWithFunction:function error:&error] autorelease] : nil;
        if (!state) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;
        int32_t none = 0;
        id<MTLBuffer> buffers[] = {
            [[device newBufferWithBytes:data.bytes length:data.length options:0] autorelease],
            [[device newBufferWithBytes:table.bytes length:table.length options:0] autorelease],
            [[device newBufferWithLength:expected.length options:0] autorelease],
            [[device newBufferWithBytes:expected.bytes length:expected.length options:0] autorelease],
            [[device newBufferWithBytes:&none length:sizeof none options:0] autorelease],
        };
        const NSUInteger offsets[5] = {0};
        id<MTLCommandBuffer> commands = [[[device newCommandQueue] autorelease] commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:state];
        [encoder setBuffers:buffers offsets:offsets withRange:NSMakeRange(0, 5)];
        [encoder dispatchThreads:MTLSizeMake(count, 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) NSLog(@"%@", commands.error);
        wrong = memcmp(buffers[2].contents, right, expected.length) != 0 || *(int32_t *)buffers[4].contents != 0;
        printf("%zu messages: %s\n", count, wrong ? "wrong" : "right");
    }
    return wrong;
}

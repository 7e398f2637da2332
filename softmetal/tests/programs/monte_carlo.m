// Pi by counting random points; the generator is checked against its published test vectors.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t key[2], rounds, padding;
} Job;

static void philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]}, k[2] = {key[0], key[1]};
    for (int round = 0; round < 10; round++) {
        uint64_t p = 0xD2511F53ull * c[0], q = 0xCD9E8D57ull * c[2];
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ c[1] ^ k[0], (uint32_t)q, (uint32_t)(p >> 32) ^ c[3] ^ k[1], (uint32_t)p};
        memcpy(c, next, sizeof c);
        k[0] += 0x9E3779B9u;
        k[1] += 0xBB67AE85u;
    }
    memcpy(out, c, sizeof c);
}

int main(int argc, char *argv[]) {
    if (argc != 4) return 2;
    int wrong = 0;
    @autoreleasepool {
        // Known answers of Random123's kat_vectors: counter and key of zeros.
        const uint32_t zeros[4] = {0}, known[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
        uint32_t out[4];
        philox(zeros, zeros, out);
        if (memcmp(out, known, sizeof out)) return printf("the reference itself is wrong\n"), 1;

        uint32_t threads = (uint32_t)atoi(argv[2]), hits = 0;
        Job job = {{2026, 30}, (uint32_t)atoi(argv[3]), 0};
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:nil error:&error] autorelease];
        id<MTLFunction> function = [[library newFunctionWithName:@"count_hits"] autorelease];
        id<MTLComputePipelineState> state =
            function ? [[device newComputePipelineStateWithFunction:function error:&error] autorelease] : nil;
        if (!state) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;
        id<MTLBuffer> count = [[device newBufferWithBytes:&hits length:sizeof hits options:0] autorelease];
        id<MTLBuffer> first = [[device newBufferWithLength:threads * 16 options:0] autorelease];
        id<MTLCommandBuffer> commands = [[[device newCommandQueue] autorelease] commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:state];
        [encoder setBuffer:count offset:0 atIndex:0];
        [encoder setBuffer:first offset:0 atIndex:1];
        [encoder setBytes:&job length:sizeof job atIndex:2];
        [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:MTLSizeMake(96, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) NSLog(@"%@", commands.error);

        for (uint32_t i = 0; i < threads; i++)
            for (uint32_t r = 0; r < job.rounds; r++) {
                const uint32_t counter[4] = {r, i, 0, 0};
                philox(counter, job.key, out);
                if (r == 0 && memcmp(out, (uint32_t *)first.contents + 4 * i, sizeof out)) wrong = 1;
                for (int k = 0; k < 4; k += 2) {
                    uint64_t x = out[k] >> 1, y = out[k + 1] >> 1;
                    hits += x * x + y * y < 1ull << 62;
                }
            }
        uint32_t got = *(uint32_t *)count.contents;
        printf("pi is about %.5f: %u hits, expected %u\n", 2.0 * got / threads / job.rounds, got, hits);
        wrong |= got != hits;
    }
    return wrong;
}

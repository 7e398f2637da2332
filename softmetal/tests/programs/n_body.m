// Gravity among n bodies, double buffered, with a completed handler for each frame; the reference is in double.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 6, IN_FLIGHT = 2, GROUP = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int inFlight, failures, completed;

typedef struct {
    float timestep, softening;
    uint32_t bodies;
} Parameters;

static void simulate(double (*position)[4], double (*velocity)[3], uint32_t n, Parameters p) {
    double (*next)[4] = malloc(n * sizeof *next);
    for (uint32_t i = 0; i < n; i++) {
        double total[3] = {0, 0, 0};
        for (uint32_t j = 0; j < n; j++) {
            double r[3], square = (double)p.softening * p.softening;
            for (int d = 0; d < 3; d++) {
                r[d] = position[j][d] - position[i][d];
                square += r[d] * r[d];
            }
            for (int d = 0; d < 3; d++) total[d] += position[j][3] * r[d] / (square * sqrt(square));
        }
        for (int d = 0; d < 3; d++) {
            velocity[i][d] += total[d] * p.timestep;
            next[i][d] = position[i][d] + velocity[i][d] * p.timestep;
        }
        next[i][3] = position[i][3];
    }
    for (uint32_t i = 0; i < n; i++)
        for (int d = 0; d < 4; d++) position[i][d] = next[i][d];
    free(next);
}

int main(int argc, char **argv) {
    double worst = 0;
    if (argc != 3) return 2;
    @autoreleasepool {
        Parameters p = {0.01f, 0.1f, (uint32_t)atoi(argv[2])};
        uint32_t n = p.bodies;
        NSError *error = nil;
        id<MTLDevice> device = MTLCreateSystemDefaultDevice();
        NSString *source = [NSString stringWithContentsOfFile:[NSString stringWithUTF8String:argv[1]]
                                                     encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [device newLibraryWithSource:source options:nil error:&error];
        if (!library) { NSLog(@"%@", error); return 1; }
        id<MTLFunction> function = [library newFunctionWithName:@"integrate"];
        __block id<MTLComputePipelineState> pipeline = nil;
        [device newComputePipelineStateWithFunction:function
                                  completionHandler:^(id<MTLComputePipelineState> made, NSError *problem) {
                                      pthread_mutex_lock(&lock);
                                      if (!made) failures++;
                                      if (problem) NSLog(@"%@", problem);
                                      pipeline = [made retain];
                                      pthread_cond_broadcast(&changed);
                                      pthread_mutex_unlock(&lock);
                                  }];
        pthread_mutex_lock(&lock);
        while (!pipeline && !failures) pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        if (failures) return 1;

        id<MTLBuffer> positions[2], velocities = [device newBufferWithLength:n * 12 options:MTLResourceStorageModeShared];
        for (int i = 0; i < 2; i++) positions[i] = [device newBufferWithLength:n * 16 options:MTLResourceStorageModeShared];
        double (*x)[4] = calloc(n, sizeof *x), (*v)[3] = calloc(n, sizeof *v);
        float (*gx)[4] = positions[0].contents, (*gv)[3] = velocities.contents;
        srand(7);
        for (uint32_t i = 0; i < n; i++) {
            for (int d = 0; d < 3; d++) {
                x[i][d] = gx[i][d] = (float)rand() / (float)RAND_MAX * 2.f - 1.f;
                v[i][d] = gv[i][d] = 0.1f * ((float)rand() / (float)RAND_MAX - 0.5f);
            }
            x[i][3] = gx[i][3] = 1.f / (float)(1 + i % 5);
        }

        id<MTLCommandQueue> queue = [device newCommandQueue];
        id<MTLCommandBuffer> last = nil;
        for (int frame = 0; frame < FRAMES; frame++) {
            @autoreleasepool {
                pthread_mutex_lock(&lock);
                while (inFlight == IN_FLIGHT) pthread_cond_wait(&changed, &lock);
                inFlight++;
                pthread_mutex_unlock(&lock);
                id<MTLCommandBuffer> commands = [queue commandBuffer];
                id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
                [encoder setComputePipelineState:pipeline];
                [encoder setBuffer:positions[frame % 2] offset:0 atIndex:0];
                [encoder setBuffer:positions[1 - frame % 2] offset:0 atIndex:1];
                [encoder setBuffer:velocities offset:0 atIndex:2];
                [encoder setBytes:&p length:sizeof p atIndex:3];
                [encoder setThreadgroupMemoryLength:GROUP * 16 atIndex:0];
                [encoder dispatchThreadgroups:MTLSizeMake((n + GROUP - 1) / GROUP, 1, 1)
                        threadsPerThreadgroup:MTLSizeMake(GROUP, 1, 1)];
                [encoder endEncoding];
                [commands addCompletedHandler:^(id<MTLCommandBuffer> done) {
                    pthread_mutex_lock(&lock);
                    failures += done.status != MTLCommandBufferStatusCompleted || frame != completed;
                    if (done.error) NSLog(@"%@", done.error);
                    completed++;
                    inFlight--;
                    pthread_cond_broadcast(&changed);
                    pthread_mutex_unlock(&lock);
                }];
                [commands commit];
                [last release];
                last = [commands retain];
            }
            simulate(x, v, n, p);
        }
        [last waitUntilCompleted];
        [last release];
        float (*got)[4] = positions[FRAMES % 2].contents;
        for (uint32_t i = 0; i < n; i++)
            for (int d = 0; d < 4; d++) worst = fmax(worst, fabs(got[i][d] - x[i][d]));
        printf("%u bodies, %d frames: off by %.2g at most\n", n, completed, worst);
        if (completed != FRAMES) failures++;
    }
    return failures || !(worst < 1e-4);
}

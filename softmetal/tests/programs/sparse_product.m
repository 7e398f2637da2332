// y = A x for a sparse matrix in compressed rows, some of them empty, one of them long.
#import <Foundation/Foundation.h>
#import <Metal/Metal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t row_length(uint32_t row, uint32_t columns) {
    if (row % 5 == 0) return 0;
    return row == 1 ? columns : (row * 37) % (columns < 70 ? columns : 70);
}

int main(int argc, const char *argv[]) {
    if (argc != 4) return 2;
    double worst = 0;
    @autoreleasepool {
        uint32_t rows = (uint32_t)atoi(argv[2]), columns = (uint32_t)atoi(argv[3]), total = 0;
        NSError *error = nil;
        id<MTLDevice> device = [MTLCreateSystemDefaultDevice() autorelease];
        NSString *source = [NSString stringWithContentsOfFile:@(argv[1]) encoding:NSUTF8StringEncoding error:&error];
        id<MTLLibrary> library = [[device newLibraryWithSource:source options:nil error:&error] autorelease];
        id<MTLFunction> function = [[library newFunctionWithName:@"spmv"] autorelease];
        id<MTLComputePipelineState> state =
            function ? [[device newComputePipelineStateWithFunction:function error:&error] autorelease] : nil;
        if (!state) return fprintf(stderr, "%s\n", error.localizedDescription.UTF8String), 1;
        for (uint32_t r = 0; r < rows; r++) total += row_length(r, columns);

        NSUInteger lengths[] = {MAX(total, 1u) * 4, MAX(total, 1u) * 4, (rows + 1) * 4, columns * 4, rows * 4};
        NSMutableArray *buffers = [NSMutableArray arrayWithCapacity:5];
        for (int i = 0; i < 5; i++) [buffers addObject:[[device newBufferWithLength:lengths[i] options:0] autorelease]];
        float *values = [[buffers objectAtIndex:0] contents], *x = [[buffers objectAtIndex:3] contents];
        uint32_t *cols = [[buffers objectAtIndex:1] contents], *starts = [[buffers objectAtIndex:2] contents], k = 0;
        for (uint32_t c = 0; c < columns; c++) x[c] = cosf((float)c);
        for (uint32_t r = 0; r < rows; r++) {
            starts[r] = k;
            for (uint32_t i = 0; i < row_length(r, columns); i++, k++) {
                cols[k] = (i * 13 + r) % columns;
                values[k] = (float)((k * 7) % 19) / 4.0f - 2.0f;
            }
        }
        starts[rows] = k;

        id<MTLCommandBuffer> commands = [[[device newCommandQueue] autorelease] commandBuffer];
        id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
        [encoder setComputePipelineState:state];
        for (NSUInteger i = 0; i < 5; i++) [encoder setBuffer:[buffers objectAtIndex:i] offset:0 atIndex:i];
        [encoder setBytes:&rows length:4 atIndex:5];
        [encoder dispatchThreadgroups:MTLSizeMake((rows + 3) / 4, 1, 1) threadsPerThreadgroup:MTLSizeMake(128, 1, 1)];
        [encoder endEncoding];
        [commands commit];
        [commands waitUntilCompleted];
        if (commands.error) NSLog(@"%@", commands.error);

        const float *y = [[buffers lastObject] contents];
        for (uint32_t r = 0; r < rows; r++) {
            double sum = 0, size = 0;
            for (uint32_t i = starts[r]; i < starts[r + 1]; i++) {
                sum += (double)values[i] * x[cols[i]];
                size += fabs((double)values[i] * x[cols[i]]);
            }
            worst = fmax(worst, fabs(y[r] - sum) / fmax(size, 1));
        }
        printf("%u elements, off by %.2g at most\n", total, worst);
    }
    return !(worst < 1e-5);
}

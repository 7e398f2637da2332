// Grids that are no multiple of their threadgroups: each thread says where it stands, a loop on the CPU checks it.
#include "check.h"

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "struct Place {\n"
    "    packed_uint3 position, local, group, group_size, grid, groups;\n"
    "    uint index, runs;\n"
    "};\n"
    "kernel void places(device Place *out [[buffer(0)]], uint3 position [[thread_position_in_grid]],\n"
    "                   uint3 local [[thread_position_in_threadgroup]], uint3 group [[threadgroup_position_in_grid]],\n"
    "                   uint3 group_size [[threads_per_threadgroup]], uint3 grid [[threads_per_grid]],\n"
    "                   uint3 groups [[threadgroups_per_grid]], uint index [[thread_index_in_threadgroup]]) {\n"
    "    ulong at = (ulong(position.z) * grid.y + position.y) * grid.x + position.x;\n"
    "    out[at].position = position;\n"
    "    out[at].local = local;\n"
    "    out[at].group = group;\n"
    "    out[at].group_size = group_size;\n"
    "    out[at].grid = grid;\n"
    "    out[at].groups = groups;\n"
    "    out[at].index = index;\n"
    "    out[at].runs += 1;\n"
    "}\n"
    // Threads of a threadgroup, each counted by the first one: a clipped threadgroup has its own barrier and memory.
    "kernel void counts(device uint *out [[buffer(0)]], uint3 local [[thread_position_in_threadgroup]],\n"
    "                   uint3 group [[threadgroup_position_in_grid]], uint3 groups [[threadgroups_per_grid]],\n"
    "                   uint index [[thread_index_in_threadgroup]], uint3 size [[threads_per_threadgroup]]) {\n"
    "    threadgroup uint seen[1024];\n"
    "    seen[index] = index + 1;\n"
    "    threadgroup_barrier(mem_flags::mem_threadgroup);\n"
    "    if (index != 0) return;\n"
    "    uint total = 0;\n"
    "    for (uint i = 0; i < size.x * size.y * size.z; i++) total += seen[i] == i + 1 ? 1 : 0;\n"
    "    out[(group.z * groups.y + group.y) * groups.x + group.x] = total;\n"
    "}\n"
    // SIMD groups are cut from the linear index in the threadgroup, over the ends of rows.
    "struct Lane { uint index, lane, simdgroup, simdgroups, sum, first, threads; packed_uint3 position; };\n"
    "kernel void lanes(device Lane *out [[buffer(0)]], uint3 position [[thread_position_in_grid]],\n"
    "                  uint3 grid [[threads_per_grid]], uint index [[thread_index_in_threadgroup]],\n"
    "                  uint lane [[thread_index_in_simdgroup]], uint simdgroup [[simdgroup_index_in_threadgroup]],\n"
    "                  uint simdgroups [[simdgroups_per_threadgroup]], uint3 size [[threads_per_threadgroup]]) {\n"
    "    device Lane &o = out[(position.z * grid.y + position.y) * grid.x + position.x];\n"
    "    o.index = index, o.lane = lane, o.simdgroup = simdgroup, o.simdgroups = simdgroups;\n"
    "    o.sum = simd_sum(index), o.first = simd_broadcast_first(index), o.threads = size.x * size.y * size.z;\n"
    "    o.position = position;\n"
    "}\n"
    // A grid beyond 2^32 bytes: 64-bit offsets.
    "kernel void marks(device uchar *out [[buffer(0)]], constant ulong &stride [[buffer(1)]],\n"
    "                  uint i [[thread_position_in_grid]]) { out[i * stride] = uchar(i + 1); }\n";

typedef struct {
    unsigned position[3], local[3], group[3], group_size[3], grid[3], groups[3], index, runs;
} place;

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

static void encode(id<MTLComputePipelineState> pipeline, id<MTLBuffer> out, const unsigned n[3], const unsigned g[3],
                   BOOL as_groups) {
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    MTLSize group = MTLSizeMake(g[0], g[1], g[2]);
    [encoder setComputePipelineState:pipeline];
    [encoder setBuffer:out offset:0 atIndex:0];
    if (as_groups)
        [encoder dispatchThreadgroups:MTLSizeMake(n[0] / g[0], n[1] / g[1], n[2] / g[2]) threadsPerThreadgroup:group];
    else [encoder dispatchThreads:MTLSizeMake(n[0], n[1], n[2]) threadsPerThreadgroup:group];
    [encoder endEncoding];
    finish(buffer);
}

static void check_places(id<MTLComputePipelineState> pipeline, const unsigned n[3], const unsigned g[3],
                         BOOL as_groups) {
    size_t count = (size_t)n[0] * n[1] * n[2];
    id<MTLBuffer> out = buffer_of(count * sizeof(place));
    place *places = [out contents];
    encode(pipeline, out, n, g, as_groups);
    for (size_t at = 0; at < count; at++) {
        const place *p = &places[at];
        unsigned position[3] = {at % n[0], at / n[0] % n[1], (unsigned)(at / n[0] / n[1])}, size[3];
        CHECK(p->runs == 1);
        for (int d = 0; d < 3; d++) {
            unsigned group = position[d] / g[d];
            size[d] = smaller(g[d], n[d] - group * g[d]);
            CHECK(p->position[d] == position[d]);
            CHECK(p->local[d] == position[d] % g[d]);
            CHECK(p->group[d] == group);
            CHECK(p->group_size[d] == size[d]);
            CHECK(p->grid[d] == n[d]);
            CHECK(p->groups[d] == (n[d] + g[d] - 1) / g[d]);
        }
        CHECK(p->index == (p->local[2] * size[1] + p->local[1]) * size[0] + p->local[0]);
    }
}

static void run_1d(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"places");
    static const unsigned sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097};
    static const unsigned groups[] = {1, 7, 32, 64, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof groups / sizeof *groups; j++) @autoreleasepool {
                check_places(pipeline, (unsigned[]){sizes[i], 1, 1}, (unsigned[]){groups[j], 1, 1}, NO);
            }
}

static void run_2d(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"places");
    for (unsigned w = 15; w <= 17; w++)
        for (unsigned h = 7; h <= 9; h++)
            for (unsigned gw = 4; gw <= 8; gw++) @autoreleasepool {
                    check_places(pipeline, (unsigned[]){w, h, 1}, (unsigned[]){gw, 4, 1}, NO);
                }
    check_places(pipeline, (unsigned[]){1, 100, 1}, (unsigned[]){1, 32, 1}, NO);
    check_places(pipeline, (unsigned[]){5, 3, 1}, (unsigned[]){16, 16, 1}, NO);
}

static void run_3d(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"places");
    for (unsigned w = 7; w <= 9; w++)
        for (unsigned h = 5; h <= 7; h++)
            for (unsigned d = 3; d <= 5; d++) @autoreleasepool {
                    check_places(pipeline, (unsigned[]){w, h, d}, (unsigned[]){4, 3, 2}, NO);
                }
    check_places(pipeline, (unsigned[]){1, 1, 9}, (unsigned[]){1, 1, 4}, NO);
    check_places(pipeline, (unsigned[]){1, 1, 1}, (unsigned[]){8, 8, 8}, NO);
}

static void run_threadgroups(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"places");
    check_places(pipeline, (unsigned[]){96, 1, 1}, (unsigned[]){32, 1, 1}, YES);
    check_places(pipeline, (unsigned[]){24, 18, 6}, (unsigned[]){8, 6, 3}, YES);
}

static void run_barriers(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"counts");
    const unsigned n[3] = {70, 19, 5}, g[3] = {32, 8, 2};
    id<MTLBuffer> out = buffer_of(3 * 3 * 3 * 4);
    unsigned *counts = [out contents];
    encode(pipeline, out, n, g, NO);
    for (unsigned z = 0; z < 3; z++)
        for (unsigned y = 0; y < 3; y++)
            for (unsigned x = 0; x < 3; x++) {
                unsigned expected = smaller(32, 70 - x * 32) * smaller(8, 19 - y * 8) * smaller(2, 5 - z * 2);
                CHECK(counts[(z * 3 + y) * 3 + x] == expected);
            }
}

typedef struct {
    unsigned index, lane, simdgroup, simdgroups, sum, first, threads, position[3];
} lane;

static void check_lanes(id<MTLComputePipelineState> pipeline, const unsigned n[3], const unsigned g[3]) {
    size_t count = (size_t)n[0] * n[1] * n[2];
    id<MTLBuffer> out = buffer_of(count * sizeof(lane));
    const lane *lanes = [out contents];
    encode(pipeline, out, n, g, NO);
    for (size_t at = 0; at < count; at++) {
        const lane *l = &lanes[at];
        unsigned position[3] = {at % n[0], at / n[0] % n[1], (unsigned)(at / n[0] / n[1])}, size[3], local[3];
        for (int d = 0; d < 3; d++) {
            size[d] = smaller(g[d], n[d] - position[d] / g[d] * g[d]);
            local[d] = position[d] % g[d];
            CHECK(l->position[d] == position[d]);
        }
        unsigned threads = size[0] * size[1] * size[2], index = (local[2] * size[1] + local[1]) * size[0] + local[0];
        unsigned first = index / 32 * 32, end = smaller(first + 32, threads);
        CHECK(l->threads == threads && l->index == index && l->lane == index % 32 && l->simdgroup == index / 32);
        CHECK(l->simdgroups == (threads + 31) / 32 && l->first == first);
        CHECK(l->sum == (first + end - 1) * (end - first) / 2);
    }
}

static void run_simdgroups(void) {
    id<MTLComputePipelineState> pipeline = pipeline_of(source, @"lanes");
    static const unsigned shapes[][2][3] = {
        {{100, 1, 1}, {33, 1, 1}}, {{64, 8, 1}, {32, 4, 1}},  {{40, 9, 1}, {8, 4, 1}},  {{37, 23, 1}, {16, 16, 1}},
        {{5, 3, 1}, {16, 16, 1}},  {{13, 11, 7}, {5, 3, 2}},  {{1, 70, 1}, {1, 64, 1}}, {{80, 6, 1}, {32, 2, 1}},
        {{9, 9, 9}, {3, 3, 9}},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) @autoreleasepool {
            check_lanes(pipeline, shapes[i][0], shapes[i][1]);
        }
}

// More than 4 GB in one buffer; only the pages that are written take memory.
static void run_64bit(void) {
    enum { COUNT = 17 };
    const unsigned long stride = (1ul << 28) + 4099;
    NSUInteger length = COUNT * stride;
    id<MTLBuffer> out = [[device newBufferWithLength:length options:0] autorelease];
    CHECK(out && [out length] == length && [device currentAllocatedSize] >= length);
    unsigned char *bytes = [out contents];
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, @"marks")];
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder setBytes:&stride length:8 atIndex:1];
    [encoder dispatchThreads:MTLSizeMake(COUNT, 1, 1) threadsPerThreadgroup:MTLSizeMake(4, 1, 1)];
    [encoder endEncoding];
    id<MTLBlitCommandEncoder> blit = [buffer blitCommandEncoder];
    [blit fillBuffer:out range:NSMakeRange(length / 4 * 4 - 8, 8) value:0x77];
    [blit copyFromBuffer:out sourceOffset:length / 4 * 4 - 8 toBuffer:out destinationOffset:8 size:8];
    [blit endEncoding];
    finish(buffer);
    for (unsigned long i = 0; i < COUNT; i++) CHECK(bytes[i * stride] == i + 1);
    CHECK(bytes[length / 4 * 4 - 8] == 0x77 && bytes[15] == 0x77 && bytes[16] == 0);
}

// The largest grid: positions up to 2^32 - 2.
static void run_largest(void) {
    NSString *last = @"#include <metal_stdlib>\n"
                      "kernel void last(device uint *out [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n"
                      "    if (i >= 0xfffffffdu) out[i - 0xfffffffdu] = i;\n"
                      "}\n";
    id<MTLBuffer> out = buffer_of(8);
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLComputeCommandEncoder> encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(last, @"last")];
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder dispatchThreads:MTLSizeMake(0xffffffffu, 1, 1) threadsPerThreadgroup:MTLSizeMake(1024, 1, 1)];
    [encoder endEncoding];
    finish(buffer);
    unsigned *x = [out contents];
    CHECK(x[0] == 0xfffffffdu && x[1] == 0xfffffffeu);
}

// Fills and copies of more than 2^32 bytes are done to the end.
static void run_large_blits(void) {
    const NSUInteger length = (1ul << 32) + 65536, shift = 4096;
    id<MTLBuffer> from = [[device newBufferWithLength:length options:0] autorelease];
    id<MTLBuffer> to = [[device newBufferWithLength:length + shift options:0] autorelease];
    CHECK(from && to);
    unsigned char *x = [from contents], *y = [to contents];
    id<MTLCommandBuffer> buffer = [queue commandBuffer];
    id<MTLBlitCommandEncoder> blit = [buffer blitCommandEncoder];
    [blit fillBuffer:from range:NSMakeRange(0, length) value:0x5a];
    [blit fillBuffer:from range:NSMakeRange(length - 4, 4) value:0x77];
    [blit copyFromBuffer:from sourceOffset:0 toBuffer:to destinationOffset:shift size:length];
    [blit endEncoding];
    finish(buffer);
    for (NSUInteger i = 0; i < length; i += 1 << 20) CHECK(x[i] == 0x5a && y[shift + i] == 0x5a);
    CHECK(x[length - 5] == 0x5a && x[length - 1] == 0x77);
    CHECK(y[shift + length - 5] == 0x5a && y[shift + length - 1] == 0x77 && y[shift - 1] == 0);
}

static const test_case cases[] = {
    {"1d", run_1d},           {"2d", run_2d},       {"3d", run_3d},          {"threadgroups", run_threadgroups},
    {"barriers", run_barriers}, {"64bit", run_64bit}, {"largest", run_largest},
    {"simdgroups", run_simdgroups}, {"large_blits", run_large_blits},
};
MAIN(cases)

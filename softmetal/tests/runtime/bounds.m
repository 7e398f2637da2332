// Kernels that leave their buffers (SOFTMETAL_CHECK=bounds). Each case prints code and text of the command buffer's error.
#include "check.h"
#include <sys/mman.h>

static NSString *const source = @""
    "#include <metal_stdlib>\n"
    "using namespace metal;\n"
    "kernel void read(device const float *in [[buffer(0)]], device float *out [[buffer(1)]],\n"
    "                 constant long &at [[buffer(2)]], uint i [[thread_position_in_grid]]) { out[i] = in[at + i]; }\n"
    "kernel void write(device float *out [[buffer(3)]], constant long &at [[buffer(2)]],\n"
    "                  uint i [[thread_position_in_grid]]) { out[at + i] = 1.0f; }\n"
    "kernel void wrap(device float *out [[buffer(3)]], uint i [[thread_position_in_grid]]) { out[i - 1] = 1.0f; }\n"
    "kernel void bytes(device float *out [[buffer(3)]], constant float *table [[buffer(4)]],\n"
    "                  constant long &at [[buffer(2)]], uint i [[thread_position_in_grid]]) { out[i] = table[at + i]; }\n"
    "kernel void wide(device float4 *out [[buffer(3)]], uint i [[thread_position_in_grid]]) { out[i] += 1.0f; }\n"
    "kernel void twice(device const float *in [[buffer(0)]], device float *out [[buffer(3)]],\n"
    "                  uint i [[thread_position_in_grid]]) { out[i] = 2.0f * in[i]; }\n"
    "kernel void lost(uint i [[thread_position_in_grid]]) {\n"
    "    device float *nowhere = (device float *)(0x5000000ul + i);\n"
    "    nowhere[0] = nowhere[0] + 1.0f;\n"
    "}\n"
    "struct Item { float3 position; float weight; uint flags; };\n"
    "kernel void items(device Item *list [[buffer(3)]], uint i [[thread_position_in_grid]]) { list[i].weight = 3; }\n";
enum { COUNT = 100, PAGE = 16384 };

static id<MTLBuffer> in, out;
static id<MTLCommandBuffer> buffer;
static id<MTLComputeCommandEncoder> encoder;

static void begin(NSString *kernel) {
    buffer = [queue commandBuffer];
    [buffer setLabel:@"frame"];
    encoder = [buffer computeCommandEncoder];
    [encoder setComputePipelineState:pipeline_of(source, kernel)];
}

static void end(size_t threads) {
    [encoder dispatchThreads:MTLSizeMake(threads, 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
    [encoder endEncoding];
    [buffer commit];
    [buffer waitUntilCompleted];
    CHECK(([buffer status] == MTLCommandBufferStatusError) == ([buffer error] != nil));
    printf("%ld %s\n", (long)[[buffer error] code], text_of([buffer error]));
}

static id<MTLBuffer> labelled(NSString *label, size_t length) {
    id<MTLBuffer> made = buffer_of(length);
    [made setLabel:label];
    return made;
}

static void make_buffers(void) {
    in = labelled(@"input", COUNT * 4);
    out = labelled(@"result", COUNT * 4);
}

static void read_at(long at) {
    make_buffers();
    for (int i = 0; i < COUNT; i++) ((float *)[in contents])[i] = (float)i;
    begin(@"read");
    [encoder setBuffer:in offset:0 atIndex:0];
    [encoder setBuffer:out offset:0 atIndex:1];
    [encoder setBytes:&at length:sizeof at atIndex:2];
    end(COUNT);
}
static void run_read_past(void) { read_at(1); }
static void run_read_far_past(void) { read_at(1 << 16); }
static void run_read_before(void) { read_at(-3); }
static void run_read_wild(void) { read_at(1l << 40); }

static void write_at(id<MTLBuffer> target, size_t offset, long at, size_t threads) {
    begin(@"write");
    [encoder setBuffer:target offset:offset atIndex:3];
    [encoder setBytes:&at length:sizeof at atIndex:2];
    end(threads);
}
static void run_write_past(void) {
    make_buffers();
    write_at(out, 0, 1, COUNT);
    for (int i = 1; i < COUNT; i++) CHECK(((float *)[out contents])[i] == 1.0f);  // the rest has run
    write_at(out, 0, 0, COUNT);  // and the next one is right
}
static void run_write_before(void) { make_buffers(); write_at(out, 0, -2, COUNT); }
static void run_write_offset(void) { make_buffers(); write_at(out, 80, 0, COUNT); }
static void run_write_many(void) { make_buffers(); write_at(out, 0, 0, 100000); write_at(out, 0, 0, COUNT); }
static void run_nothing_bound(void) {
    begin(@"lost");
    end(1);
}
static void run_wrap(void) {
    make_buffers();
    begin(@"wrap");
    [encoder setBuffer:out offset:0 atIndex:3];
    end(COUNT);
}
static void run_odd(void) {  // not a multiple of 16 bytes, the alignment of nothing but bytes
    out = labelled(@"odd", 4 * 97);
    write_at(out, 0, 0, 98);
}
static void run_hidden(void) {
    out = [[device newBufferWithLength:256 options:MTLResourceStorageModePrivate] autorelease];
    [out setLabel:@"hidden"];
    write_at(out, 0, 1, 64);
}

static void run_bytes(void) {
    float table[6] = {0};
    long at = 0;
    make_buffers();
    begin(@"bytes");
    [encoder setBuffer:out offset:0 atIndex:3];
    [encoder setBytes:table length:sizeof table atIndex:4];
    [encoder setBytes:&at length:sizeof at atIndex:2];
    end(7);
}

// One buffer as what is read and what is written.
static void run_same(void) {
    make_buffers();
    begin(@"twice");
    [encoder setBuffer:out offset:0 atIndex:0];
    [encoder setBuffer:out offset:0 atIndex:3];
    end(COUNT + 1);
}

// Memory whose address does not suit the kernel's type.
static void run_wide(void) {
    out = labelled(@"wide", 4 * 99);
    begin(@"wide");
    [encoder setBuffer:out offset:0 atIndex:3];
    end(24);
    for (int i = 0; i < 96; i++) CHECK(((float *)[out contents])[i] == 1.0f);
    begin(@"wide");
    [encoder setBuffer:out offset:0 atIndex:3];
    end(25);
}
static void run_items(void) {
    out = labelled(@"items", 32 * 9 + 4);
    begin(@"items");
    [encoder setBuffer:out offset:0 atIndex:3];
    end(9);
    CHECK(((float *)[out contents])[32 / 4 * 8 + 4] == 3.0f);
}

// ---- Adopted memory

static char *memory;
static id<MTLBuffer> adopted(NSString *label) {
    memory = mmap(NULL, 6 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    memory += PAGE + (PAGE - (size_t)memory % PAGE) % PAGE;
    memset(memory - PAGE, 7, 4 * PAGE);
    id<MTLBuffer> made = [device newBufferWithBytesNoCopy:memory length:2 * PAGE options:0 deallocator:nil];
    CHECK([made contents] == memory);
    [made setLabel:label];
    return [made autorelease];
}
static void check_neighbours(void) {
    for (int i = 0; i < PAGE; i++) CHECK(memory[-1 - i] == 7 && memory[2 * PAGE + i] == 7);
}
static void run_adopted_write_past(void) {
    out = adopted(@"lent");
    write_at(out, 0, 2 * PAGE / 4 - COUNT + 5, COUNT);
    CHECK(((float *)memory)[2 * PAGE / 4 - 1] == 1.0f);
    check_neighbours();
}
static void run_adopted_write_before(void) { out = adopted(@"lent"); write_at(out, 0, -1, COUNT); check_neighbours(); }
static void run_adopted_read_past(void) {
    long at = 2 * PAGE / 4 - 10;
    in = adopted(@"lent");
    out = labelled(@"result", COUNT * 4);
    begin(@"read");
    [encoder setBuffer:in offset:0 atIndex:0];
    [encoder setBuffer:out offset:0 atIndex:1];
    [encoder setBytes:&at length:sizeof at atIndex:2];
    end(COUNT);
}
// Only what the kernel wrote is written back: two views of the same pages keep each other's bytes.
static void run_adopted_gone(void) {
    out = adopted(@"lent");
    CHECK(munmap(memory, PAGE) == 0);
    write_at(out, 0, 0, COUNT);
}
static void run_adopted_shared(void) {
    id<MTLBuffer> first = adopted(@"lent");
    id<MTLBuffer> second = [[device newBufferWithBytesNoCopy:memory length:2 * PAGE options:0
                                                 deallocator:nil] autorelease];
    long at = 0;
    begin(@"write");
    [encoder setBytes:&at length:sizeof at atIndex:2];
    [encoder setBuffer:first offset:0 atIndex:3];
    [encoder dispatchThreads:MTLSizeMake(COUNT, 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
    [encoder setBuffer:second offset:PAGE atIndex:3];
    end(COUNT);
    float *x = (float *)memory;
    for (int i = 0; i < COUNT; i++) CHECK(x[i] == 1.0f && x[PAGE / 4 + i] == 1.0f);
    CHECK(((char *)(x + COUNT))[0] == 7);
    check_neighbours();
}

// ---- The process's own faults stay its own

static void run_own_fault(void) {
    make_buffers();
    write_at(out, 0, 1, COUNT);
    fflush(stdout);
    float *x = [out contents];
    *(volatile float *)&x[COUNT] = 1.0f;
}

#define CASE(name) {#name, run_##name}
static const test_case cases[] = {
    CASE(read_past), CASE(read_far_past), CASE(read_before), CASE(read_wild), CASE(write_past), CASE(write_before),
    CASE(write_offset), CASE(write_many), CASE(wrap), CASE(nothing_bound), CASE(odd), CASE(hidden), CASE(bytes), CASE(same), CASE(wide),
    CASE(items), CASE(adopted_write_past), CASE(adopted_write_before), CASE(adopted_read_past), CASE(adopted_gone),
    CASE(adopted_shared),
    CASE(own_fault),
};
MAIN(cases)

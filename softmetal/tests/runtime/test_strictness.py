"""Each rule of Metal that a program can break: what the program is told, and that it lives on."""

import re

import pytest

COMMAND_BUFFER_ERRORS = {
    "no_pipeline": r"dispatchThreads:threadsPerThreadgroup:\]: no pipeline is set",
    "nil_pipeline": r"setComputePipelineState:\]: the pipeline is nil",
    "too_many_threads": r"\{1025, 1, 1\} is more than the 1024 threads .* kernel fill",
    "kernel_limit": r"\{65, 1, 1\} is more than the 64 threads .* kernel narrow",
    "not_whole": r"threadsPerThreadgroup \{16, 3, 1\} is no multiple of 32 threads, as the pipeline's",
    "empty_group": r"threadsPerThreadgroup \{0, 1, 1\}: each must be at least 1",
    "empty_grid": r"the grid \{0, 1, 1\} is empty",
    "grid_too_large": r"the grid \{4294967296, 1, 1\} has more than the 4294967295 threads",
    "overflowing_grid": r"dispatchThreadgroups.*the grid \{4611686018427387904, 1, 1\} has more than",
    "overflowing_group": r"\{4294967296, 4294967296, 1\} is more than the 1024 threads",
    "missing_buffer": r"kernel fill: argument out needs a buffer at index 0, and none is set",
    "cleared_buffer": r"kernel fill: argument out needs a buffer at index 0, and none is set",
    "missing_threadgroup": r"kernel shared: argument s needs threadgroup memory at index 0",
    "too_much_threadgroup": r"threadgroup memory of 32784 bytes is more than the device's 32768",
    "both_threadgroups": r"kernel both: its threadgroup memory of 32784 bytes is more than the device's 32768",
    "small_bytes": r'argument p \(index 1\) is of type float4 and needs 16 bytes; buffer "set by setBytes" has 8',
    "small_buffer": r'argument p \(index 1\) is of type float4 and needs 16 bytes; buffer "uniforms" has 8',
    "misaligned_offset": r'offset 2 of buffer "target" must be a multiple of 4, the alignment of float',
    "index_too_large": r"setBuffer:offset:atIndex:\]: index 31 must be less than 31",
    "bytes_index": r"setBytes:length:atIndex:\]: index 31 must be less than 31",
    "buffers_range": r"range \{30, 2\} must end at or below 31",
    "threadgroup_index": r"setThreadgroupMemoryLength:atIndex:\]: index 31 must be less than 31",
    "threadgroup_multiple": r"length 20 must be a multiple of 16",
    "bytes_too_long": r"length 4097 must be at most 4096",
    "no_bytes": r"length 0: there is nothing to set",
    "offset_outside": r'offset 65536 must be less than the 65536 bytes of buffer "target"',
    "offset_without_buffer": r"no buffer is set at index 7",
    "null_buffers": r"setBuffers:offsets:withRange:\]: buffers is NULL",
    "null_resources": r"useResources:count:usage:\]: resources is NULL",
    "null_barrier": r"memoryBarrierWithResources:count:\]: resources is NULL",
    "null_offsets": r"setBuffers:offsets:withRange:\]: offsets is NULL",
    "nil_resource": r"useResource:usage:\]: the resource is nil",
    "nil_in_barrier": r"memoryBarrierWithResources:count:\]: resource 1 is nil",
    "nil_handler": r"addCompletedHandler:\]: the block is nil",
    "nil_scheduled": r"addScheduledHandler:\]: the block is nil",
    "bad_barrier": r"scope 0x4 is not valid in a compute encoder",
    "use_after_end": r"setBuffer:offset:atIndex:\]: the encoder has ended",
    "dispatch_after_end": r"dispatchThreads:threadsPerThreadgroup:\]: the encoder has ended",
    "signpost_after_end": r"insertDebugSignpost:\]: the encoder has ended",
    "fill_after_end": r"fillBuffer:range:value:\]: the encoder has ended",
    "end_twice": r"endEncoding\]: the encoder has ended",
    "two_encoders": r"computeCommandEncoder\]: another encoder is still open",
    "blit_while_computing": r"blitCommandEncoder\]: another encoder is still open",
    "commit_open_encoder": r"commit\]: an encoder is still open",
    "encoder_released": r"released without endEncoding",
    "wait_before_commit": r"waitUntilCompleted\]: the command buffer is not committed",
    "scheduled_before_commit": r"waitUntilScheduled\]: the command buffer is not committed",
    "buffer_pop": r"-\[MTLCommandBuffer popDebugGroup\]: no debug group is pushed",
    "buffer_push": r"-\[MTLCommandBuffer pushDebugGroup:\]: string is nil",
    "debug_push": r"-\[MTLComputeCommandEncoder pushDebugGroup:\]: string is nil",
    "debug_groups": r"endEncoding\]: 1 debug groups are still pushed",
    "debug_pop": r"popDebugGroup\]: no debug group is pushed",
    "copy_source": r'sourceBuffer: offset 65532 and size 8 reach beyond the 65536 bytes of buffer "target"',
    "copy_destination": r"destinationBuffer: offset 65536 and size 4 reach beyond the 65536 bytes",
    "copy_wraps": r"sourceBuffer: offset 8 and size 18446744073709551612 reach beyond",
    "copy_overlap": r"source and destination overlap \(offsets 0 and 4, size 8\)",
    "copy_alignment": r"destinationBuffer: offset 101 and size 8 must be multiples of 4",
    "copy_nothing": r"size is 0",
    "copy_nil": r"destinationBuffer is nil",
    "fill_outside": r"fillBuffer:range:value:\]: buffer: offset 4 and size 65536 reach beyond",
    "fill_nothing": r"fillBuffer:range:value:\]: the range's length is 0",
    "fill_alignment": r"fillBuffer:range:value:\]: buffer: offset 4 and size 6 must be multiples of 4",
    "synchronize_shared": r"synchronizeResource:\]: the resource is not of storage mode managed",
    "fill_read_only": r'fillBuffer:range:value:\]: buffer: the memory of buffer "fixed" is read-only',
    "copy_to_read_only": r'destinationBuffer: the memory of buffer "fixed" is read-only',
    "write_read_only": r'argument out \(index 0\) is written, but the memory of buffer "fixed" is read-only',
}
OF_ANOTHER_DEVICE = {  # with SOFTMETAL_DEVICES=2
    "device_buffer": r'setBuffer:offset:atIndex:\]: the MTLBuffer "foreign" belongs to the device ".* #2", not to "',
    "device_buffers": r'the MTLBuffer "foreign" belongs to the device',
    "device_resource": r'useResource:usage:\]: the MTLBuffer "foreign" belongs to the device',
    "device_pipeline": r'setComputePipelineState:\]: the MTLComputePipelineState "" belongs to the device',
    "device_function": r'^error: the MTLFunction "" belongs to the device',
    "blit_device": r'copyFromBuffer:.*\]: the MTLBuffer "foreign" belongs to the device',
}
NO_SUCH_OBJECT = {
    "class_buffer": r"setBuffer:offset:atIndex:\]: the object .* of class NSConstantString is no MTLBuffer",
    "class_pipeline": r"the object .* of class SMBuffer is no MTLComputePipelineState of softmetal",
    "class_barrier": r"memoryBarrierWithResources:count:\]: the object .* is no MTLBuffer of softmetal",
    "gone_buffer": r'setBuffer:offset:atIndex:\]: the MTLBuffer "early" .* has been deallocated: it was released too',
    "gone_unretained": r'^error: the MTLBuffer "early" .* has been deallocated: .*"frame", without retained',
    "blit_gone": r'fillBuffer:range:value:\]: the MTLBuffer "early" .* has been deallocated',
}
LATE_ERRORS = {  # the work may be under way: also said on stderr
    "commit_twice": r"commit\]: the command buffer is already committed",
    "encoder_after_commit": r"computeCommandEncoder\]: the command buffer is already committed",
    "scheduled_after_commit": r"addScheduledHandler:\]: the command buffer is already committed",
    "enqueue_after_commit": r"enqueue\]: the command buffer is already committed",
    "handler_after_commit": r"addCompletedHandler:\]: the command buffer is already committed",
}
NIL_RESULTS = {  # no NSError in Metal's signature: nil, and the reason on stderr
    "empty_buffer": r"length must be more than 0",
    "huge_buffer": r"length 1125899906842624 is more than the device's maxBufferLength \d+",
    "bad_options": r"options 0x30 are not valid for a buffer",
    "bytes_null": r"newBufferWithBytes:length:options: pointer is NULL",
    "adopt_null": r"pointer is NULL",
    "adopt_pointer": r"pointer 0x[0-9a-f]+ is not a multiple of the page size 16384",
    "adopt_length": r"length 20480 is not a multiple of the page size 16384",
    "adopt_private": r"cannot have storage mode private",
    "adopt_gap": r"must lie in one memory region, but 0x[0-9a-f]+ is not mapped",
    "adopt_unreadable": r"must lie in one memory region, but 0x[0-9a-f]+ cannot be read",
    "adopt_two_regions": r"but 0x[0-9a-f]+ belongs to another memory region than the beginning",
    "adopt_wraps": r"must lie in one memory region, but 0xffffffffffffc000 is not mapped",
    "adopt_beyond_all": r"must lie in one memory region, but 0x8000000000000000 is not mapped",
    "bytes_private": r"newBufferWithBytes:length:options: the CPU cannot fill a buffer of storage mode private",
    "modify_shared": r"didModifyRange:\]: only for storage mode managed",
    "modify_outside": r'\{60, 8\} is not inside the buffer\'s 64 bytes \("managed"\)',
    "constant_null": r"value of constant 3 is NULL",
    "constant_type": r"type 1 of constant size is no scalar or vector type",
    "empty_queue": r"newCommandQueueWithMaxCommandBufferCount: the count must be at least 1",
    "private_contents": r"cannot reach a buffer of storage mode private",
    "constant_name": r"setConstantValue:type:withName:\]: name is nil",
    "constant_range": r"range \{65535, 2\}: .* indices of at most 65535",
    "no_handler": r"newLibraryWithSource:options:completionHandler:: completionHandler is nil",
    "all_in_use": r"all 2 command buffers of the queue .* none of them is committed",
}
RULES = {  # in the words of the README
    "more threads in a threadgroup than the device or the kernel has": "too_many_threads kernel_limit "
    "overflowing_group",
    "threadgroups that are no multiple of 32 where the pipeline's descriptor says so": "not_whole",
    "empty threadgroups and grids, grids beyond 2^32 - 1": "empty_group empty_grid grid_too_large overflowing_grid",
    "threadgroup memory, static and dynamic together, beyond 32 KB, no multiple of 16, or missing": ""
    "too_much_threadgroup both_threadgroups threadgroup_multiple missing_threadgroup",
    "indices from 31 on": "index_too_large bytes_index buffers_range threadgroup_index",
    "`setBytes` of nothing or of more than 4096 bytes": "bytes_too_long no_bytes",
    "missing arguments and pipelines": "missing_buffer cleared_buffer no_pipeline nil_pipeline",
    "too little space for what a kernel refers to": "small_bytes small_buffer",
    "offsets outside the buffer, misaligned, or without a buffer": "offset_outside misaligned_offset "
    "offset_without_buffer",
    "a wrong barrier scope": "bad_barrier",
    "blocks and arrays that are nil": "nil_handler nil_scheduled null_buffers null_offsets "
    "null_resources nil_resource null_barrier nil_in_barrier",
    "constants without a name, value or scalar type, or of indices beyond 65535": "constant_name constant_null "
    "constant_type constant_range",
    "completion handlers that are nil": "no_handler",
    "encoders used after endEncoding, two at once, open at commit, released open": "use_after_end dispatch_after_end "
    "signpost_after_end fill_after_end end_twice two_encoders blit_while_computing commit_open_encoder "
    "encoder_released",
    "a wait without commit": "wait_before_commit scheduled_before_commit",
    "use after commit": "commit_twice encoder_after_commit handler_after_commit "
    "scheduled_after_commit enqueue_after_commit",
    "debug groups that do not match": "debug_groups debug_pop debug_push buffer_pop buffer_push",
    "copies and fills outside a buffer, over each other, of nothing, or no multiple of 4": "copy_source "
    "copy_destination copy_wraps copy_overlap copy_alignment copy_nothing copy_nil fill_outside "
    "fill_nothing fill_alignment",
    "read-only memory that is written": "write_read_only fill_read_only copy_to_read_only",
    "`synchronizeResource:` of a buffer that is not managed": "synchronize_shared",
    "wrong lengths and options of buffers": "empty_buffer huge_buffer bad_options bytes_null bytes_private",
    "no-copy memory that is no multiple of 16 KB, not readable, or of several regions": "adopt_null adopt_pointer "
    "adopt_length adopt_private adopt_gap adopt_unreadable adopt_two_regions adopt_wraps adopt_beyond_all",
    "`contents` of a private buffer": "private_contents",
    "more command buffers than the queue has, or a queue of none": "all_in_use empty_queue",
    "`didModifyRange:` of a buffer that is not managed, or outside it": "modify_shared modify_outside",
    "objects of another device": "device_buffer device_buffers device_resource device_pipeline device_function "
    "blit_device",
    "objects of another class": "class_buffer class_pipeline class_barrier",
    "objects after their last release": "gone_buffer gone_unretained blit_gone",
    "SIMD groups in rows that are no multiple of 32 threads": "simd_rows simd_rest",
}
RULE_OF = {case: rule for rule, broken_by in RULES.items() for case in broken_by.split()}


def told(how, cases):
    """Parameters, each marked with the rule that it breaks and how the program is told."""
    return [pytest.param(case, marks=pytest.mark.feature("Rules", f"{how}: {RULE_OF[case]}")) for case in cases]


ERROR = "error of the command buffer"
NAMED = {
    "nil_handler",
    "nil_scheduled",
    "wait_before_commit",
    "scheduled_before_commit",
    "buffer_pop",
    "buffer_push",
    "commit_open_encoder",
    "encoder_released",
    "two_encoders",
    "blit_while_computing",
}


@pytest.mark.parametrize("case", told(ERROR, COMMAND_BUFFER_ERRORS))
def test_error_of_the_command_buffer(program, case):
    output = program("strictness").check(case)
    assert re.search(COMMAND_BUFFER_ERRORS[case], output), output
    assert output.startswith("error: -[MTL")
    if not case.startswith(("copy", "fill_", "synchronize")) and case not in NAMED:
        assert '(encoder "pass", command buffer "frame")' in output


@pytest.mark.parametrize("case", told(ERROR, OF_ANOTHER_DEVICE))
def test_object_of_another_device(program, case):
    output = program("strictness").check(case, SOFTMETAL_DEVICES="2")
    assert re.search(OF_ANOTHER_DEVICE[case], output), output


def test_all_of_the_second_device(program):
    assert program("strictness").check("device_queue", SOFTMETAL_DEVICES="2") == "completed: none\n"


@pytest.mark.parametrize("copies", ["0", "17", "two", "-1"])
def test_malformed_number_of_devices_is_told(program, copies):
    errors = program("strictness").run("bytes_longest", SOFTMETAL_DEVICES=copies).errors
    assert errors == f'softmetal: SOFTMETAL_DEVICES: "{copies}" is no number from 1 to 16\n'


@pytest.mark.parametrize("case", told(ERROR, NO_SUCH_OBJECT))
def test_object_that_is_none(program, case):
    output = program("strictness").check(case)
    assert re.search(NO_SUCH_OBJECT[case], output), output


def test_both_ways_to_ask_for_memory_regions_agree(program):
    program("regions").check("both")


@pytest.mark.parametrize("case", told("that error and a line on stderr", LATE_ERRORS))
def test_error_after_commit(program, case):
    result = program("strictness").run(case)
    assert result.code == 0
    assert re.search(LATE_ERRORS[case], result.output), result.output
    assert re.search(LATE_ERRORS[case], result.errors), result.errors


@pytest.mark.parametrize("case", told("nil and a line on stderr", NIL_RESULTS))
def test_nil_and_a_reason(program, case):
    result = program("strictness").run(case)
    assert (result.code, result.output) == (0, "nil\n")
    assert re.fullmatch(r"softmetal: .*\n", result.errors), result.errors
    assert re.search(NIL_RESULTS[case], result.errors), result.errors


def test_what_is_just_allowed(program):
    assert program("strictness").check("bytes_longest") == "completed: none\n"
    assert program("strictness").check("adopt_advised") == "buffer\n"


@pytest.mark.parametrize("case", ["missing_buffer", "adopt_length", "commit_twice"])
def test_abort(program, case):
    result = program("strictness").run(case, SOFTMETAL_VALIDATION="abort")
    assert result.code == -6
    # The OpenCL runtime adds lines of its own when a process aborts.
    assert re.match(r"softmetal: .+\n", result.errors), result.errors


@pytest.mark.parametrize("case", ["bytes_too_long", "threadgroup_multiple"])
def test_apples_own_limits_can_be_switched_off(program, case):
    assert program("strictness").check(case, SOFTMETAL_VALIDATION="off") == "completed: none\n"


@pytest.mark.parametrize("case", ["adopt_pointer", "adopt_length"])
def test_alignment_can_be_switched_off(program, case):
    assert program("strictness").check(case, SOFTMETAL_VALIDATION="off") == "buffer\n"


def test_unknown_validation_mode_is_told(program):
    result = program("strictness").run("bytes_longest", SOFTMETAL_VALIDATION="loud")
    assert 'softmetal: SOFTMETAL_VALIDATION: "loud" is none of error, abort, off\n' in result.errors

/* The call that this thread is in: its public name, whether the user wants to stop it, and the record of what it did. */
#ifndef ML_CALL_H
#define ML_CALL_H

#include "metallink.h"

/* The order is that of metallink_last_call's result. */
enum {
    ML_RECORD_BYTES_ADOPTED,
    ML_RECORD_BYTES_COPIED,
    ML_RECORD_WINDOWS,
    ML_RECORD_COMMAND_BUFFERS,
    ML_RECORD_GPU_NS,
    ML_RECORD_WALL_NS,
    ML_RECORD_NONREAL,
    ML_RECORD_INFINITE,
    ML_RECORD_OVERFLOWS,
    ML_RECORD_FIRST_OVERFLOW,
    ML_RECORD_PRECISION,
    ML_RECORD_FIELDS
};

enum { ML_COMPUTED_EXACT, ML_COMPUTED_SINGLE, ML_COMPUTED_NATIVE_DOUBLE, ML_COMPUTED_EMULATED_DOUBLE };

/* What a call does to the thread's error text and record. */
typedef enum { ML_RECORD_KEEP, ML_RECORD_ERROR, ML_RECORD_START } ml_record_use;

void ml_call_begin(const char *name, ml_record_use use, int64_t (*abort_q)(void));
void ml_call_end(ml_record_use use);

const char *ml_call_name(void); /* NULL outside of a call */
int64_t ml_call_clock_ns(void); /* monotonic */
ml_status ml_call_check_abort(void); /* an error where the user wants to stop */
int64_t *ml_call_record(void); /* ML_RECORD_FIELDS numbers */

#endif

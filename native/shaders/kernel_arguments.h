/* Where every kernel of the library finds its arguments. Shared by the host and the shaders. */
#ifndef ML_KERNEL_ARGUMENTS_H
#define ML_KERNEL_ARGUMENTS_H

/* Buffers: operands at 0 to 23, the others behind them. Metal has 31. Macros, because an attribute takes a literal. */
#define ML_MAX_OPERANDS 24
#define ML_BUFFER_RESULT 24
#define ML_BUFFER_COUNTS 25
#define ML_BUFFER_FLAG 26 /* one 32-bit number: not 0 if there is anything to count */
#define ML_BUFFER_LENGTH 27 /* elements of the window */
#define ML_BUFFER_PARAMETERS 28
#define ML_BUFFER_CARRIED 29 /* ml_carried of every element of a chain */

/* Function constants. */
#define ML_CONSTANT_OPERAND_TYPES 0 /* the type of operand k below 8 in bits 4 k to 4 k + 3 */
#define ML_CONSTANT_OPERAND_COUNT 1
#define ML_CONSTANT_BROADCAST 2     /* bit k: operand k is one element */
#define ML_CONSTANT_RESULT_TYPE 3
#define ML_CONSTANT_COUNTING 4      /* 1: count exceptions; 0: only set the flag */
#define ML_CONSTANT_CHANNELS 5      /* of an interleaved image with alpha, else one of these two: */
#define ML_CHANNELS_NO_ALPHA 0
#define ML_CHANNELS_PLANAR 1
#define ML_CONSTANT_CHAIN 6         /* the pass of a longer chain, bits: */
#define ML_CHAIN_GOES_ON 1u         /* operand 0 is the result so far, and what it carried is read */
#define ML_CHAIN_IS_LEFT 2u         /* what the result carries is written and nothing is counted */
#define ML_CONSTANT_OPERAND_TYPES_8 7   /* the types of operands 8 to 15 */
#define ML_CONSTANT_OPERAND_TYPES_16 8  /* the types of operands 16 to 23 */

/* 32-bit counts of what deserves a message, over one window of the grid. */
#define ML_COUNT_NONREAL 0  /* results that are NaN */
#define ML_COUNT_INFINITE 1 /* infinite results of finite elements */
#define ML_COUNT_OVERFLOW 2 /* results that no integer of their type can hold */
#define ML_COUNT_FIRST 3    /* lowest index of an overflow in the window */
#define ML_COUNT_FAULTS 4   /* bits: why the whole call fails */
#define ML_COUNTS 5

#define ML_FAULT_STEPS 1u /* a loop that did not end */
#define ML_FAULT_PART 2u  /* a position that a list does not have */
#define ML_FAULT_CASE 4u  /* no case fits */
#define ML_FAULT_ABORT 8u /* set by the host, for loops to end */

/* Steps of all loops of one element: well below the seconds after which a system takes the GPU for stuck. */
#define ML_MOST_STEPS 0x4000000u

/* Elements of a thread where exceptions are counted; else a thread has one, so that neighbours read neighbours and memory is read from
 * front to back. */
#define ML_COUNTED_RUN 16u

/* What a chain knows of an element between two passes, beside the value so far. */
struct ml_carried {
    unsigned long magnitude; /* of a product of integers, if it is not lost */
    int carries;             /* of a sum of integers: it lacks this many times 2^bits */
    unsigned int state;      /* bits: */
};
#define ML_CARRIED_NEGATIVE 1u  /* the product of integers */
#define ML_CARRIED_LOST 2u      /* its magnitude is 2^64 or more */
#define ML_CARRIED_NOT_FINITE 4u /* an operand is not */

/* The values of an image of integers are computed in words of so many bytes; the last word of a window may reach beyond it. */
#define ML_WORD_BYTES 4u

/* Functions of an image's channel values. */
struct ml_image_parameters {
    unsigned int color_limit; /* elements of the window from here on are the alpha of a planar image */
    unsigned int top;         /* the largest value of an integer type */
};

/* Compiled functions. */
struct ml_compiled_window {
    unsigned int first_low, first_high; /* place of the window's first element: 64 bits that both sides have */
};

#endif

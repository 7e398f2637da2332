/* AbortQ, on the calling thread and on one of the library's own; messages. */
#include <pthread.h>
#include <unistd.h>
#include "function.h"

/* Waits for an abort, at most that many milliseconds. */
FUNCTION(wait_for_abort) {
    for (mint left = MArgument_getInteger(Args[0]); left > 0; left--) {
        if (libData->AbortQ()) return LIBRARY_FUNCTION_ERROR;
        usleep(1000);
    }
    MArgument_setInteger(Res, 0);
    return LIBRARY_NO_ERROR;
}

FUNCTION(abort_q) { MArgument_setInteger(Res, libData->AbortQ()); return LIBRARY_NO_ERROR; }

static WolframLibraryData data;
static int aborted;

static void *worker(void *milliseconds) {
    for (mint left = (mint)milliseconds; left > 0 && !aborted; left--) {
        aborted = (int)data->AbortQ();
        usleep(1000);
    }
    return NULL;
}

FUNCTION(wait_in_thread) {
    pthread_t thread;
    data = libData;
    aborted = 0;
    pthread_create(&thread, NULL, worker, (void *)MArgument_getInteger(Args[0]));
    pthread_join(thread, NULL);
    MArgument_setInteger(Res, 1);
    return aborted ? LIBRARY_FUNCTION_ERROR : LIBRARY_NO_ERROR;
}

static void *bad_worker(void *unused) {
    data->MTensor_getRank((MTensor)0x123);
    return unused;
}

FUNCTION(misuse_in_thread) {
    pthread_t thread;
    data = libData;
    pthread_create(&thread, NULL, bad_worker, NULL);
    pthread_join(thread, NULL);
    MArgument_setInteger(Res, 1);
    return LIBRARY_NO_ERROR;
}

FUNCTION(send) {
    libData->Message("first");
    libData->Message("second");
    MArgument_setInteger(Res, 7);
    return (int)MArgument_getInteger(Args[0]);
}

FUNCTION(sleep_ms) { usleep((unsigned)MArgument_getInteger(Args[0]) * 1000); MArgument_setInteger(Res, 1); return LIBRARY_NO_ERROR; }

FUNCTION(threads) {
    int before = libData->setParallelThreadNumber(3);
    int during = libData->getParallelThreadNumber();
    libData->restoreParallelThreadNumber(before);
    MArgument_setInteger(Res, during * 1000 + (libData->getParallelThreadNumber() == before));
    return LIBRARY_NO_ERROR;
}

/* Asynchronous tasks: a timer, as in Wolfram's demo, and one that does not want to end. */
#include <stdlib.h>
#include <unistd.h>
#include "function.h"
#include "WolframIOLibraryFunctions.h"

static WolframLibraryData data;
static volatile int stubborn = 0;

DLLEXPORT int WolframLibrary_initialize(WolframLibraryData libData) { data = libData; return LIBRARY_NO_ERROR; }

typedef struct { mint milliseconds, count; } Timer;

static void run(mint task, void *argument) {
    Timer timer = *(Timer *)argument;
    free(argument);
    for (mint i = 1; i <= timer.count && data->ioLibraryFunctions->asynchronousTaskAliveQ(task); i++) {
        usleep((unsigned)timer.milliseconds * 1000);
        DataStore store = data->ioLibraryFunctions->createDataStore();
        data->ioLibraryFunctions->DataStore_addNamedInteger(store, "tick", i);
        data->ioLibraryFunctions->raiseAsyncEvent(task, (char *)"timer", store);
    }
}

/* {milliseconds, count}: the task's id. */
FUNCTION(start) {
    Timer *timer = malloc(sizeof *timer);
    timer->milliseconds = MArgument_getInteger(Args[0]);
    timer->count = MArgument_getInteger(Args[1]);
    MArgument_setInteger(Res, libData->ioLibraryFunctions->createAsynchronousTaskWithThread(run, timer));
    return LIBRARY_NO_ERROR;
}

FUNCTION(without_thread) { MArgument_setInteger(Res, libData->ioLibraryFunctions->createAsynchronousTaskWithoutThread()); return LIBRARY_NO_ERROR; }
FUNCTION(raise_now) { libData->ioLibraryFunctions->raiseAsyncEvent(MArgument_getInteger(Args[0]), (char *)"now", NULL); return LIBRARY_NO_ERROR; }
FUNCTION(alive) {
    mint task = MArgument_getInteger(Args[0]);
    MArgument_setInteger(Res, libData->ioLibraryFunctions->asynchronousTaskAliveQ(task) * 10 + libData->ioLibraryFunctions->asynchronousTaskStartedQ(task));
    return LIBRARY_NO_ERROR;
}
FUNCTION(remove_task) { MArgument_setInteger(Res, libData->ioLibraryFunctions->removeAsynchronousTask(MArgument_getInteger(Args[0]))); return LIBRARY_NO_ERROR; }

static void run_stubbornly(mint task, void *argument) {
    (void)task;
    (void)argument;
    while (stubborn) usleep(1000);
}
FUNCTION(start_stubborn) { stubborn = 1; MArgument_setInteger(Res, libData->ioLibraryFunctions->createAsynchronousTaskWithThread(run_stubbornly, NULL)); return LIBRARY_NO_ERROR; }
FUNCTION(relent) { stubborn = 0; return LIBRARY_NO_ERROR; }

static void run_badly(mint task, void *argument) { (void)argument; usleep(500000); data->MTensor_getRank((MTensor)0x123); data->ioLibraryFunctions->raiseAsyncEvent(task, (char *)"done", NULL); }
FUNCTION(start_bad) { MArgument_setInteger(Res, libData->ioLibraryFunctions->createAsynchronousTaskWithThread(run_badly, NULL)); return LIBRARY_NO_ERROR; }

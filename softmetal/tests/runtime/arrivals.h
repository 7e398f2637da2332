// Waits until completion handlers, which come on other threads, have come.
#pragma once
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int arrivals;
static void arrive(void) {
    pthread_mutex_lock(&lock);
    arrivals++;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
}
static void wait_for(int count) {
    pthread_mutex_lock(&lock);
    while (arrivals < count) pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
}

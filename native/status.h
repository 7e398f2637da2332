/* Statuses and the text of this thread's last error. */
#ifndef ML_STATUS_H
#define ML_STATUS_H

#import <Foundation/Foundation.h>

#include "metallink.h"

/* Sets the thread's error text, "<name of the public function>: <text>", and returns the status. */
ml_status ml_status_fail(ml_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with the description of an NSError behind the text. */
ml_status ml_status_fail_error(ml_status status, NSError *error, const char *format, ...) __attribute__((format(printf, 3, 4)));

const char *ml_status_text(void);
void ml_status_clear(void);

#endif

// What Hearth uses of Apple's mach-o/dyld.h.

#ifndef HEARTH_MACHO_H
#define HEARTH_MACHO_H

unsigned int _dyld_image_count(void);
const char *_dyld_get_image_name(unsigned int image_index);

#endif

// A C++ library: image filters as templates over the pixel type, for images of either layout.
#include <algorithm>
#include <new>
#include "function.h"

namespace {

struct Layout {
    Layout(WolframImageLibrary_Functions images, MImage image)
        : rows(images->MImage_getRowCount(image)), columns(images->MImage_getColumnCount(image)),
          channels(images->MImage_getChannels(image)), interleaved(images->MImage_interleavedQ(image)) {}

    mint at(mint row, mint column, mint channel) const {
        return interleaved ? (row * columns + column) * channels + channel : (channel * rows + row) * columns + column;
    }

    mint rows, columns, channels;
    bool interleaved;
};

// The median of the up to 3 x 3 pixels around each, of those inside of the image.
template <class Pixel> void median(const Layout &layout, const Pixel *from, Pixel *to) {
    for (mint channel = 0; channel < layout.channels; channel++)
        for (mint row = 0; row < layout.rows; row++)
            for (mint column = 0; column < layout.columns; column++) {
                Pixel window[9];
                int count = 0;
                for (mint r = std::max<mint>(row - 1, 0); r <= std::min(row + 1, layout.rows - 1); r++)
                    for (mint c = std::max<mint>(column - 1, 0); c <= std::min(column + 1, layout.columns - 1); c++)
                        window[count++] = from[layout.at(r, c, channel)];
                std::sort(window, window + count);
                to[layout.at(row, column, channel)] = window[count / 2];
            }
}

template <class Pixel> void run(WolframImageLibrary_Functions images, MImage from, MImage to) {
    median(Layout(images, from), static_cast<const Pixel *>(images->MImage_getRawData(from)),
           static_cast<Pixel *>(images->MImage_getRawData(to)));
}

}  // namespace

FUNCTION(median_filter) {
    auto images = libData->imageLibraryFunctions;
    MImage from = MArgument_getMImage(Args[0]), to;
    if (images->MImage_getRank(from) != 2) return LIBRARY_RANK_ERROR;
    if (int error = images->MImage_clone(from, &to)) return error;
    switch (images->MImage_getDataType(from)) {
    case MImage_Type_Bit: run<raw_t_bit>(images, from, to); break;
    case MImage_Type_Bit8: run<raw_t_ubit8>(images, from, to); break;
    case MImage_Type_Bit16: run<raw_t_ubit16>(images, from, to); break;
    case MImage_Type_Real32: run<raw_t_real32>(images, from, to); break;
    case MImage_Type_Real: run<raw_t_real64>(images, from, to); break;
    default: images->MImage_free(to); return LIBRARY_TYPE_ERROR;
    }
    MArgument_setMImage(Res, to);
    return LIBRARY_NO_ERROR;
}

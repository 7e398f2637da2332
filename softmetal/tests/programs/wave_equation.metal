#include <metal_stdlib>

using metal::min;
using metal::max;

// Coefficients of the second derivative, eighth order.
constant float coefficients[5] = {-205.0f / 72.0f, 8.0f / 5.0f, -1.0f / 5.0f, 8.0f / 315.0f, -1.0f / 560.0f};
constant int RADIUS = 4;

struct Domain {
    metal::int3 size;
    float courant2;
    int step;
    int source[3];
    float amplitude;
};

class Field {
    device float *_values;
    metal::int3 _size;

public:
    Field(device float *values, metal::int3 size) : _values(values), _size(size) {}
    bool contains(metal::int3 p) const { return metal::all(p >= 0) && metal::all(p < _size); }
    int index(metal::int3 p) const { return (p.z * _size.y + p.y) * _size.x + p.x; }
    float at(metal::int3 p) const { return contains(p) ? _values[index(p)] : 0.0f; }
    void set(metal::int3 p, float value) const { _values[index(p)] = value; }
};

static float laplacian(thread const Field &u, metal::int3 p) {
    float sum = 3.0f * coefficients[0] * u.at(p);
    for (int r = 1; r <= RADIUS; r++) {
        float ring = 0.0f;
        ring += u.at(p + metal::int3(r, 0, 0)) + u.at(p - metal::int3(r, 0, 0));
        ring += u.at(p + metal::int3(0, r, 0)) + u.at(p - metal::int3(0, r, 0));
        ring += u.at(p + metal::int3(0, 0, r)) + u.at(p - metal::int3(0, 0, r));
        sum += coefficients[r] * ring;
    }
    return sum;
}

// u(t + 1) = 2 u(t) - u(t - 1) + c^2 laplacian(u(t)), written over u(t - 1).
[[kernel]] void wave_step(device float *current [[buffer(0)]],
                          device float *previous [[buffer(1)]],
                          constant Domain &domain [[buffer(2)]],
                          metal::uint3 position [[thread_position_in_grid]])
{
    const metal::int3 p = metal::int3(position);
    const Field now(current, domain.size), before(previous, domain.size);
    if (!now.contains(p)) return;
    float value = 2.0f * now.at(p) - before.at(p) + domain.courant2 * laplacian(now, p);
    const metal::int3 source(domain.source[0], domain.source[1], domain.source[2]);
    if (metal::all(p == source)) value += domain.amplitude * metal::exp(-0.25f * float(domain.step * domain.step));
    before.set(p, value);
}

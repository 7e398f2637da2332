#import "SMFunctionConstantValues.h"

#import "data_type.h"
#import "report.h"

enum { MAX_INDEX = 65535 };  // of [[function_constant(index)]]

// One value with its type.
@interface SMConstantValue : NSObject {
    @public
    NSData *_bytes;
    MTLDataType _type;
}
@end

@implementation SMConstantValue
- (instancetype)initWithBytes:(const void *)bytes size:(size_t)size type:(MTLDataType)type {
    if (!(self = [super init])) return nil;
    _bytes = [[NSData alloc] initWithBytes:bytes length:size];
    _type = type;
    return self;
}

- (void)dealloc {
    [_bytes release];
    [super dealloc];
}
@end

@implementation MTLFunctionConstantValues
- (instancetype)init {
    if (!(self = [super init])) return nil;
    _byIndex = [NSMutableDictionary new];
    _byName = [NSMutableDictionary new];
    return self;
}

- (void)dealloc {
    [_byIndex release];
    [_byName release];
    [super dealloc];
}

- (id)copyWithZone:(NSZone *)zone {
    MTLFunctionConstantValues *copy = [[[self class] allocWithZone:zone] init];
    [copy->_byIndex addEntriesFromDictionary:_byIndex];
    [copy->_byName addEntriesFromDictionary:_byName];
    return copy;
}

- (void)setValue:(const void *)value type:(MTLDataType)type inside:(NSMutableDictionary *)table key:(id)key {
    size_t size = sm_data_type_of(type).size;
    if (!value) {
        sm_violation(nil, @"-[MTLFunctionConstantValues setConstantValue:...]: value of constant %@ is NULL", key);
        return;
    }
    if (!size) {
        sm_violation(nil, @"-[MTLFunctionConstantValues setConstantValue:...]: type %lu of constant %@ is no scalar "
                     @"or vector type", (unsigned long)type, key);
        return;
    }
    SMConstantValue *object = [[SMConstantValue alloc] initWithBytes:value size:size type:type];
    [table setObject:object forKey:key];
    [object release];
}

- (void)setConstantValue:(const void *)value type:(MTLDataType)type atIndex:(NSUInteger)index {
    [self setValue:value type:type inside:_byIndex key:[NSNumber numberWithUnsignedLong:index]];
}

- (void)setConstantValue:(const void *)value type:(MTLDataType)type withName:(NSString *)name {
    if (!name) sm_violation(nil, @"-[MTLFunctionConstantValues setConstantValue:type:withName:]: name is nil");
    else [self setValue:value type:type inside:_byName key:name];
}

- (void)setConstantValues:(const void *)values type:(MTLDataType)type withRange:(NSRange)range {
    size_t size = sm_data_type_of(type).size;
    if (!values || !size || range.location > MAX_INDEX || range.length > MAX_INDEX + 1 - range.location) {
        sm_violation(nil, @"-[MTLFunctionConstantValues setConstantValues:type:withRange:]: values %p, type %lu, range "
                     @"{%lu, %lu}: values of a scalar or vector type are needed, and indices of at most %d", values,
                     (unsigned long)type, (unsigned long)range.location, (unsigned long)range.length, MAX_INDEX);
        return;
    }
    for (NSUInteger i = 0; i < range.length; i++)
        [self setConstantValue:(const char *)values + i * size type:type atIndex:range.location + i];
}

- (void)reset {
    [_byIndex removeAllObjects];
    [_byName removeAllObjects];
}

- (NSData *)valueOfConstantNamed:(NSString *)name index:(NSUInteger)index type:(MTLDataType *)type {
    SMConstantValue *value = [_byName objectForKey:name];
    if (!value) value = [_byIndex objectForKey:[NSNumber numberWithUnsignedLong:index]];
    if (value) *type = value->_type;
    return value ? value->_bytes : nil;
}
@end

/** A JSON Schema, or an OpenAPI document whose parts it refers to. */
type Json = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a value by a JSON Schema (draft 2020-12), with the keywords that the API's document uses. A keyword
 * that it doesn't know is a fault too, so that nothing passes for being unread.
 *
 * @param root what `#/...` references start from.
 */
export function findFaults(schema: unknown, value: unknown, root: unknown, at = '$'): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${at}: expected a schema, got ${String(schema)}`];
  return Object.entries(schema).flatMap(([keyword, told]) => {
    const check = KEYWORDS[keyword];
    return check === undefined
      ? [`${at}: unknown keyword ${keyword}`]
      : check(told, value, { root, at, schema: schema as Json });
  });
}

/** What a local reference leads to; undefined where it leads nowhere. */
export function resolveReference(reference: string, root: unknown): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), root);
}

interface Where {
  readonly root: unknown;
  readonly at: string;
  readonly schema: Json;
}
type Check = (told: unknown, value: unknown, where: Where) => string[];

const number =
  (holds: (value: number, bound: number) => boolean, words: string): Check =>
  (told, value, { at }) =>
    typeof value !== 'number' || holds(value, Number(told)) ? [] : [`${at}: got ${value}, expected ${words} ${told}`];

const size =
  (of: (value: unknown) => number | undefined, holds: (size: number, bound: number) => boolean, words: string): Check =>
  (told, value, { at }) => {
    const length = of(value);
    return length === undefined || holds(length, Number(told)) ? [] : [`${at}: expected ${words} ${told}`];
  };
const items = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const letters = (value: unknown) => (typeof value === 'string' ? value.length : undefined);

const oneOrMore = (told: unknown, value: unknown, { root, at }: Where): string[] => {
  const faults = (told as unknown[]).map((schema) => findFaults(schema, value, root, at));
  return faults.some((found) => found.length === 0)
    ? []
    : [`${at}: none of ${faults.length} alternatives`].concat(...faults);
};

const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref: (told, value, { root, at }) => findFaults(resolveReference(String(told), root), value, root, at),
  type: (told, value, { at }) => {
    const types = Array.isArray(told) ? told : [told];
    return types.some((type) => isOfType(value, type))
      ? []
      : [`${at}: expected ${types.join(' or ')}, got ${JSON.stringify(value)}`];
  },
  const: (told, value, { at }) => (value === told ? [] : [`${at}: expected ${told}`]),
  enum: (told, value, { at }) =>
    (told as unknown[]).includes(value) ? [] : [`${at}: got ${value}, expected one of ${told}`],
  properties: (told, value, { root, at }) =>
    isOfType(value, 'object')
      ? Object.entries(told as Json).flatMap(([name, schema]) =>
          Object.hasOwn(value as object, name) ? findFaults(schema, (value as Json)[name], root, `${at}.${name}`) : [],
        )
      : [],
  required: (told, value, { at }) =>
    isOfType(value, 'object')
      ? (told as string[])
          .filter((name) => !Object.hasOwn(value as object, name))
          .map((name) => `${at}.${name}: missing`)
      : [],
  additionalProperties: (told, value, { at, schema }) =>
    told === false && isOfType(value, 'object')
      ? Object.keys(value as object)
          .filter((name) => !Object.hasOwn((schema.properties ?? {}) as object, name))
          .map((name) => `${at}.${name}: not named by the schema`)
      : [],
  prefixItems: (told, value, { root, at }) =>
    Array.isArray(value)
      ? (told as unknown[]).flatMap((schema, index) =>
          index < value.length ? findFaults(schema, value[index], root, `${at}[${index}]`) : [],
        )
      : [],
  items: (told, value, { root, at, schema }) => {
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
    return Array.isArray(value)
      ? value.slice(first).flatMap((item, index) => findFaults(told, item, root, `${at}[${index + first}]`))
      : [];
  },
  anyOf: oneOrMore,
  oneOf: oneOrMore,
  allOf: (told, value, { root, at }) => (told as unknown[]).flatMap((schema) => findFaults(schema, value, root, at)),
  minimum: number((value, bound) => value >= bound, 'at least'),
  maximum: number((value, bound) => value <= bound, 'at most'),
  exclusiveMinimum: number((value, bound) => value > bound, 'more than'),
  minItems: size(items, (length, bound) => length >= bound, 'at least'),
  maxItems: size(items, (length, bound) => length <= bound, 'at most'),
  minLength: size(letters, (length, bound) => length >= bound, 'at least'),
  maxLength: size(letters, (length, bound) => length <= bound, 'at most'),
  pattern: (told, value, { at }) =>
    typeof value !== 'string' || new RegExp(String(told), 'u').test(value) ? [] : [`${at}: expected ${told}`],
  $id: () => [],
  title: () => [],
  description: () => [],
  examples: () => [],
  default: () => [],
  format: () => [],
  contentMediaType: () => [],
  contentEncoding: () => [],
};

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

import * as z from 'zod/mini';
import { Ignored } from '../../../contracts/call.ts';
import { ExportedParcours } from '../../../contracts/parcours-file.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';

/** Texts of which each free text accepts one: some fields hold only addresses, or only transcripts. */
const PROBES = ['<b onclick=x>é"\'&lt;', 'https://example.org/<b>"\'', 'WEBVTT\n\n00:00.000 --> 00:01.000\n<b>x'];

/** The kinds of schemas that hold others, and which. */
type Definition = Readonly<Record<string, unknown>> & { readonly type: string };
type Schema = z.ZodMiniType & { readonly _zod: { readonly def: Definition } };

function partsOf({ _zod: { def } }: Schema): readonly (readonly [string, unknown])[] {
  if (def.type === 'object') return Object.entries(def.shape as object).map(([key, part]) => [`.${key}`, part]);
  if (def.type === 'array') return [['[]', def.element]];
  if (def.type === 'union') return (def.options as readonly unknown[]).map((option) => ['', option]);
  if (def.type === 'pipe') return [['', def.in]];
  return 'innerType' in def ? [['', def.innerType]] : [];
}

/** The paths of all texts in a schema that accept what people write freely. */
function freeTexts(schema: unknown, path: string): string[] {
  const known = schema as Schema;
  if (schema === Ignored) return [];
  if (PROBES.some((probe) => z.safeParse(known, probe).success)) return [path];
  return partsOf(known).flatMap(([name, part]) => freeTexts(part, path + name));
}

/** Every text of a call's body that people can write freely, as `createPlace.properties.appelation`, and of an imported parcours. */
export function findTextFields(): readonly string[] {
  const names = Object.keys(routes) as RouteName[];
  const ofCalls = names.flatMap((name) => {
    const route = routes[name];
    return 'body' in route ? freeTexts(route.body.schema, name) : [];
  });
  return [...new Set([...ofCalls, ...freeTexts(ExportedParcours, 'file')])];
}

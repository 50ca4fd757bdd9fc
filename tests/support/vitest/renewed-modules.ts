import { type ESTree, type Plugin, parseAst } from 'vite';

declare global {
  /** Of each module of the app that this page has loaded, in that order: gives its variables and stores what it gave them. */
  var renewals: (() => void)[] | undefined;
}

/** Lets each module of the app be renewed in a page that keeps it loaded. */
export const renewedModules: Plugin = {
  name: 'renewed-modules',
  // TypeScript and JSX are JavaScript by then.
  enforce: 'post',
  transform: {
    filter: { id: /\/app\/[^?]+\.tsx?$/ },
    // Nothing moves in what stands before, so that its source map is right.
    handler: (code) => ({ code: code + renewalOf(code), map: null }),
  },
};

/**
 * Code that adds to `renewals` what gives a module the state that it began with: of its variables, of its valtio stores, and of
 * Maps that it began with nothing in. Sets hold what other modules have registered while they were loaded.
 */
export function renewalOf(code: string): string {
  // Most modules begin with no state, and reading code takes longer than this look.
  if (!/^(export )?let |\b(proxy|Map)\(/m.test(code)) return '';
  const statements = parseAst(code)
    .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? renew(node, code) : []));
  return statements.length === 0 ? '' : `\n(globalThis.renewals ??= []).push(() => { ${statements.join(' ')} });`;
}

function renew({ kind, declarations }: ESTree.VariableDeclaration, code: string): string[] {
  const textOf = ({ start, end }: ESTree.Span): string => code.slice(start, end);
  return declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier') return [];
    const { name } = id;
    if (kind === 'let') return [`${name} = ${init === null ? 'undefined' : textOf(init)};`];
    if (init?.type === 'CallExpression' && isNamed(init.callee, 'proxy')) {
      const [first] = init.arguments;
      return first === undefined ? [] : [`{ const first = ${textOf(first)};`, ...putBack(name), '}'];
    }
    const isMap = init?.type === 'NewExpression' && isNamed(init.callee, 'Map') && init.arguments.length === 0;
    return isMap ? [`${name}.clear();`] : [];
  });
}

function putBack(name: string): string[] {
  return [`for (const key in ${name}) if (!(key in first)) delete ${name}[key];`, `Object.assign(${name}, first);`];
}

function isNamed(node: ESTree.Expression, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

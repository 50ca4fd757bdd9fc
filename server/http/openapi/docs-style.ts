/** The style sheet of the documentation page, in the app's colours, light or dark like the system. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --paper: #fbf7f0; --card: #fffdf9; --ink: #2b2731; --soft: #675f6d; --line: #e2d8c9;
  --accent: #8a3b1f; --get: #1f5f46; --post: #7a3a12; --put: #5b3c8c; --delete: #9b1c31; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a20; --card: #24222a; --ink: #ece6f0; --soft: #b3aabb;
  --line: #3d3945; --accent: #f0a184; --get: #8fd6b5; --post: #f2b48a; --put: #c6b0f0; --delete: #ff9fae; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0 0 .4rem; font-weight: 600; }
h4 { font-size: .9rem; margin: 1rem 0 .3rem; color: var(--soft); font-weight: 600; }
p { margin: .4rem 0; max-width: 70ch; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: .92em ui-monospace, monospace; }
nav ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; }
nav a { display: inline-block; padding: .35rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.1rem;
  margin: .9rem 0; }
article:target { border-color: var(--accent); }
.method { display: inline-block; min-width: 4.2rem; font: 700 .85rem ui-monospace, monospace; }
.get, .head { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.delete { color: var(--delete); }
.needs { color: var(--soft); }
table { width: 100%; border-collapse: collapse; font-size: .93rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
th[scope=row] { font-weight: 500; white-space: nowrap; width: 1%; }
td:nth-child(2) { white-space: nowrap; width: 1%; min-width: 5rem; color: var(--soft); }
@media (max-width: 34rem) { td:nth-child(2) { white-space: normal; } }
.responses { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; font-size: .93rem; }
.responses dt { font: 600 .9rem/1.7 ui-monospace, monospace; } .responses dd { margin: 0; min-width: 0; }
.success { color: var(--get); } .failure { color: var(--delete); }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
`;

/** The colours of `app/ui/tokens.css` that public pages use, in each theme. */
export const PAGE_COLOURS = {
  light: {
    paper: '#fbf7f0',
    surface: '#ffffff',
    sunken: '#f3ede2',
    ink: '#26242b',
    'ink-soft': '#5d5964',
    line: '#e2d9ca',
    edge: '#948b7f',
    accent: '#b8452b',
    'accent-strong': '#9a3720',
    'accent-ink': '#ffffff',
    place: '#2563eb',
    focus: '#1d4ed8',
    danger: '#a91f2c',
  },
  dark: {
    paper: '#1b1a20',
    surface: '#26242d',
    sunken: '#141318',
    ink: '#f2eee7',
    'ink-soft': '#b9b3bd',
    line: '#3b3844',
    edge: '#807a8a',
    accent: '#f0906f',
    'accent-strong': '#f6a98d',
    'accent-ink': '#2a130b',
    place: '#6d9bff',
    focus: '#9cbcff',
    danger: '#ff9c9c',
  },
} as const;

function declare(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}

/** The styles of all public pages. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;${declare(PAGE_COLOURS.light)}}
@media (prefers-color-scheme:dark){:root{${declare(PAGE_COLOURS.dark)}}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 Figtree,system-ui,sans-serif;overflow-wrap:break-word}
h1,h2,h3,h4,h5,p,ul,ol,dl,dd,figure{margin:0}
h1,h2,h3{font-family:Fraunces,Georgia,serif;line-height:1.2;font-weight:600;text-wrap:balance}
h1{font-size:2.25rem}
h2{font-size:1.5rem}
h3{font-size:1.1875rem}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
header,main,footer{max-width:44rem;margin:0 auto;padding:16px}
header a,footer a,.languages a,.more{display:inline-flex;align-items:center;min-height:44px}
.more{flex-wrap:wrap;column-gap:.5ch;max-width:100%;overflow-wrap:anywhere}
header a{gap:8px;color:inherit;text-decoration:none;font-family:Fraunces,Georgia,serif;font-weight:600}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:24px}
main>section,article,.lead{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;justify-items:start}
main>section>*,article>*{justify-self:stretch}
.soft{color:var(--ink-soft)}
.small{font-size:.875rem}
.button{display:inline-flex;max-width:100%;align-items:center;justify-content:center;min-height:52px;padding:8px 32px;border:0;border-radius:999px;background:var(--accent);color:var(--accent-ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{background:var(--accent-strong)}
.listen{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
.listen .soft{flex:1 1 14rem}
@media (scripting:none){.listen{display:none}}
.map{display:block;width:100%;height:auto;background:var(--sunken);border:1px solid var(--line);border-radius:24px}
.map circle{fill:var(--place);stroke:var(--surface);stroke-width:2.5}
.map text{fill:var(--paper);font:600 16px/1 system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.map path{fill:var(--place);fill-opacity:.26;stroke:var(--place);stroke-width:2;stroke-linejoin:round}
.map .tap{fill:transparent;stroke:none}
.map a:hover circle:not(.tap){fill:var(--accent)}
.languages ul{display:flex;flex-wrap:wrap;gap:0 20px;padding:0;list-style:none}
.languages [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:8px 16px}
dt{color:var(--ink-soft)}
dd{min-width:0}
.places{display:grid;gap:16px;padding:0;list-style:none}
.places>li{padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:14px}
.places>li:target{border-color:var(--accent)}
.number{display:inline-block;min-width:1.9em;margin-inline-end:.4em;padding:.1em .4em;border-radius:999px;background:var(--sunken);text-align:center;font-family:Figtree,system-ui,sans-serif;font-size:.875em}
.prose{display:grid;gap:12px;justify-items:start;max-width:38rem}
.prose ul,.prose ol{padding-inline-start:1.4em}
audio{display:block;width:100%;height:54px}
figure{display:grid;gap:4px}
img{display:block;max-width:100%;height:auto;border-radius:8px}
summary{display:flex;align-items:center;min-height:44px;color:var(--accent);cursor:pointer;text-decoration:underline;text-underline-offset:.2em}
summary::before{content:"";margin-inline-end:10px;border:solid currentColor;border-width:0 2px 2px 0;padding:3px;rotate:-45deg}
details[open]>summary::before{rotate:45deg}
details .prose{padding-block-end:8px}
form{display:flex;flex-wrap:wrap;gap:8px}
label{flex:1 0 100%}
input,textarea{flex:1 1 min(12rem,100%);min-width:0;min-height:52px;padding:8px 16px;border:1px solid var(--edge);border-radius:14px;background:var(--surface);color:inherit;font:inherit}
[aria-invalid]{border-color:var(--danger)}
.fault{color:var(--danger);font-weight:600}
.stacked{display:grid;grid-template-columns:minmax(0,1fr);gap:24px;justify-items:start}
.stacked>*{justify-self:stretch}
.stacked>.button{justify-self:start}
.stacked>div,fieldset{display:grid;gap:8px}
.stacked label,legend{font-weight:600}
fieldset{min-width:0;margin:0;padding:0;border:0}
legend{padding:0;margin-block-end:8px}
.stacked .choice{display:grid;grid-template-columns:24px minmax(0,1fr);gap:4px 12px;align-items:center;min-height:52px;padding:8px 16px;border:1px solid var(--edge);border-radius:14px;background:var(--surface);font-weight:400;cursor:pointer}
.choice input{width:24px;min-height:24px;margin:0;accent-color:var(--accent)}
.choice:has(:checked){border-color:var(--accent)}
.choice b,.choice span{grid-column:2}
.choice b{font-weight:600}
textarea{min-height:8rem;resize:vertical}
.pages{display:flex;justify-content:space-between;gap:16px}
.card h2{display:flex;align-items:center;font-size:1.1875rem}
.card h2 a{flex:1;display:flex;align-items:center;min-width:0;min-height:44px}
.framed header,.framed main{padding-block:8px}
footer{display:flex;flex-wrap:wrap;gap:0 20px;padding-block-end:32px}
@media print{
:root{color-scheme:light;${declare(PAGE_COLOURS.light)}}
body{background:none}
header,footer,.listen,.languages,audio,summary,form,.pages,.report{display:none}
.places>li{break-inside:avoid;padding:0;border:0}
details::details-content{content-visibility:visible;block-size:auto}
}
`
  .trim()
  .replaceAll('\n', '');

/** What must never be asked for. */
export const HOSTILE_HOST = 'hostile.invalid';

const LOADED = `https://${HOSTILE_HOST}/x`;

/** Texts that try to run `struck()` or to load something, each in its own way. */
const ATTEMPTS: readonly string[] = [
  '<script>struck()</script>',
  `<script src="${LOADED}"></script>`,
  '<img src=x onerror=struck()>',
  `<img src="${LOADED}" srcset="${LOADED} 2x">`,
  '<svg onload=struck()><animate onbegin=struck() attributeName=x></svg>',
  `<svg><image href="${LOADED}"/><use href="${LOADED}#a"/></svg>`,
  '<iframe srcdoc="<script>parent.struck()</script>"></iframe>',
  `<iframe src="${LOADED}"></iframe>`,
  '<a href="javascript:struck()" onmouseover="struck()">un</a>',
  '<details open ontoggle=struck()><input autofocus onfocus=struck()></details>',
  `<link rel=stylesheet href="${LOADED}"><style>@import "${LOADED}";*{background:url(${LOADED})}</style>`,
  `<video src="${LOADED}" poster="${LOADED}" onerror=struck()></video><audio src="${LOADED}" autoplay></audio>`,
  `<form action="${LOADED}"><button formaction="javascript:struck()">un</button></form><base href="${LOADED}">`,
  `<meta http-equiv=refresh content="0;url=${LOADED}"><object data="${LOADED}"></object><embed src="${LOADED}">`,
  '<math><mtext><table><mglyph><style><img src=x onerror=struck()></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=struck()>"></noscript>',
  '&lt;img src=x onerror=struck()&gt;&#60;script&#62;struck()&#60;/script&#62;',
  'javascript:struck()',
  '<JAVASCRIPT:struck()> <data:text/html,struck()>',
  ' java\tscript:struck() &#106;avascript&colon;struck()',
  '[un](javascript:struck()) [deux](JaVaScRiPt:struck()) [trois](&#106;avascript&colon;struck())',
  '[un](<java&#10;script:struck()>) [deux](data:text/html,<script>struck()</script>) [trois](vbscript:struck())',
  '[un](https://a.invalid"onmouseover="struck() "x\'onclick=struck()") [deux](//hostile.invalid) [trois](blob:x)',
  `![un](${LOADED}) ![deux](javascript:struck()) [![trois](${LOADED} "onerror=struck()")](file:///x)`,
  `[un][r] ![deux][r]\n\n[r]: javascript:struck() "x"\n[r]: ${LOADED}`,
];

/** Places in a text at which a parser takes a new look. */
const AROUND: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Un mot ${text} et un autre`,
  (text) => `"><'/>${text}`,
  (text) => `# ${text}`,
  (text) => `- ${text}\n  - ${text}`,
  (text) => `1. a\n\n   ${text}`,
  (text) => `> ${text}`,
  (text) => `**${text}**`,
  (text) => `*a **${text}***`,
  (text) => `[${text}](https://example.org)`,
  (text) => `![${text}](x.png)`,
  (text) => `[a](${text})`,
  (text) => `[a](<${text}>)`,
  (text) => `<${text}>`,
  (text) => `\`${text}\``,
  (text) => `\`\`\`html\n${text}\n\`\`\``,
  (text) => `    ${text}`,
  (text) => `<!-- --${text}>`,
  (text) => `<div>\n\n${text}\n\n</div>`,
  (text) => `\\${text}\u202e\0${text}`,
];

/** Five hundred texts that must be shown, and do nothing. */
export const HOSTILE_TEXTS: readonly string[] = ATTEMPTS.flatMap((attempt) => AROUND.map((around) => around(attempt)));

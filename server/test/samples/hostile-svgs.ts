const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const run = 'window.pwned=1'
const shape = '<path d="M0 0h9v9z"/>'

function svg(content: string, attributes = ''): string {
  return `<svg ${names} viewBox="0 0 10 10" ${attributes}>${content}${shape}</svg>`
}

/** SVG files that try to run, load, read or exhaust something. `window.pwned` is what each script would set. */
export const hostileSvgs: Array<[name: string, content: string]> = [
  ['script', svg(`<script>${run}</script>`)],
  ['script in CDATA', svg(`<script><![CDATA[${run}]]></script>`)],
  ['script by reference', svg('<script xlink:href="data:text/javascript,window.pwned=1"/>')],
  ['script under another prefix', svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${run}</s:script>`)],
  ['script of html', svg(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${run}</h:script>`)],
  ['script in a text', svg(`<text><script>${run}</script></text>`)],
  ['onload of the root', svg('', `onload="${run}"`)],
  ['onload in capitals', svg('', `ONLOAD="${run}"`)],
  ['onbegin of an animation', svg(`<animate onbegin="${run}" attributeName="x" dur="1s"/>`)],
  ['onerror of an image', svg(`<image href="x" onerror="${run}"/>`)],
  ['handler in an entity', svg(`<g onload="&#119;indow.pwned=1"/>`)],
  [
    'foreign html',
    svg(
      `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${run}"/></foreignObject>`,
    ),
  ],
  [
    'foreign frame',
    svg(
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script>${run}&lt;/script>"/></foreignObject>`,
    ),
  ],
  [
    'html in a desc',
    svg(`<desc><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${run}"/></desc>`),
  ],
  ['link that runs', svg(`<a xlink:href="javascript:${run}"><rect width="10" height="10"/></a>`)],
  [
    'link that an animation sets',
    svg(`<a><animate attributeName="href" values="javascript:${run}"/><rect width="9" height="9"/></a>`),
  ],
  ['set of a handler', svg(`<set attributeName="onmouseover" to="${run}"/>`)],
  [
    'use of a data url',
    svg(
      `<use href="data:image/svg+xml,%3Csvg id='x' xmlns='http://www.w3.org/2000/svg' onload='${run}'/%3E#x"/>`,
    ),
  ],
  ['use of another site', svg('<use xlink:href="https://evil.example/x.svg#a"/>')],
  [
    'picture of another site',
    svg('<image xlink:href="https://evil.example/pixel.png" width="9" height="9"/>'),
  ],
  ['style that imports', svg('<style>@import url(https://evil.example/x.css); path{fill:red}</style>')],
  ['style that loads', svg('<path style="fill:url(https://evil.example/x#y)" d="M0 0h1"/>')],
  ['style with escapes', svg('<path style="fill:\\75 rl(https://evil.example/x)" d="M0 0h1"/>')],
  ['font of another site', svg('<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>')],
  [
    'style sheet by instruction',
    `<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>${svg('')}`,
  ],
  ['file by entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
  ['doctype of another site', `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg('')}`],
  ['a quote that breaks out', svg(`<path id='a" onload="${run}' d="M0 0h1"/>`)],
  ['a title that breaks out', svg(`<title>&lt;/title>&lt;script>${run}&lt;/script></title>`)],
  ['a CDATA that breaks out', svg(`<text><![CDATA[</text><script>${run}</script>]]></text>`)],
]

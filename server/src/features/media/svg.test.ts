import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@almanac/contract/limits'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sanitiseSvg } from './svg.ts'

const signs = new URL('../../../demo/signs/', import.meta.url).pathname
const signFiles = (await readdir(signs)).filter((name) => name.endsWith('.svg'))

function drawing(content: string, attributes = ''): string {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  return `<svg ${names} viewBox="0 0 40 40" ${attributes}>${content}</svg>`
}

function sanitised(content: string): string {
  const result = sanitiseSvg(drawing(content))
  return result.slice(result.indexOf('>') + 1, result.lastIndexOf('</svg>'))
}

async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 200 }).ensureAlpha().raw().toBuffer()
}

test('there are twelve signs to try', () => {
  expect(signFiles).toHaveLength(12)
})

test.each(signFiles)('leaves the drawing of %s as it was', async (name) => {
  const original = await readFile(join(signs, name), 'utf8')
  const result = sanitiseSvg(original)
  expect(result).toContain('fill="var(--star, currentColor)"')
  expect((await pixels(result)).equals(await pixels(original))).toBe(true)
  expect(result.replace(/\s+/g, '')).toBe(original.replace(/\s+/g, ''))
})

describe('what drawing programs write keeps its looks', () => {
  const star = 'M20 2l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z'
  test.each([
    [
      'classes in a style sheet',
      `<defs><style>/* x */.cls-1,.b{fill:#c60;stroke:navy !important}.b{stroke-width:3px}</style></defs>
       <path class="cls-1 b" d="${star}"/>`,
    ],
    [
      'rules for ids and elements',
      `<style><![CDATA[path{fill:red}#one{fill:green}]]></style><path id="one" d="${star}"/>`,
    ],
    ['style attributes', `<path style="fill:rgb(10,90,200);fill-opacity:.5; stroke:#000" d="${star}"/>`],
    [
      'gradients that inherit',
      `<defs><linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" style="stop-color:blue"/>
       </linearGradient><radialGradient id="b" xlink:href="#a" cx=".5" gradientTransform="rotate(20)"/></defs>
       <path fill="url(#b)" d="${star}"/>`,
    ],
    [
      'clipping, masks and patterns',
      `<defs><clipPath id="c"><circle cx="20" cy="20" r="14"/></clipPath>
       <mask id="m"><rect width="40" height="30" fill="#fff"/></mask>
       <pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="4"/></pattern></defs>
       <g clip-path="url(#c)"><path mask="url('#m')" fill="url(#p)" d="${star}"/></g>`,
    ],
    [
      'symbols used twice',
      `<symbol id="s" viewBox="0 0 40 40"><path d="${star}"/></symbol>
       <use href="#s" width="20" height="20"/><use xlink:href="#s" x="20" width="20" height="20"/>`,
    ],
    [
      'a shadow',
      `<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/><feOffset dx="2" dy="2" result="o"/>
       <feMerge><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/></feMerge></filter>
       <path filter="url(#f)" d="${star}"/>`,
    ],
    [
      'a link and a switch around the drawing',
      `<a href="https://example.com"><switch><path d="${star}"/></switch></a>`,
    ],
    [
      'markers',
      `<marker id="k" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2"/></marker>
       <path d="M4 4 20 30 36 4" fill="none" stroke="#000" marker-mid="url(#k)"/>`,
    ],
    [
      'nested drawings',
      `<svg x="4" y="4" width="20" height="20" viewBox="0 0 40 40"><path d="${star}"/></svg>`,
    ],
    ['transforms', `<g transform="translate(20 20) rotate(30) scale(.5 -0.5)"><path d="${star}"/></g>`],
  ])('%s', async (_name, content) => {
    const original = drawing(content)
    const result = sanitiseSvg(original)
    const blank = await pixels(drawing(''))
    expect((await pixels(original)).equals(blank)).toBe(false)
    expect((await pixels(result)).equals(await pixels(original))).toBe(true)
    expect(sanitiseSvg(result)).toBe(result)
    expect(result).not.toMatch(/style|class|xlink/)
  })
})

describe('drops what can run, load or animate', () => {
  const shape = '<path d="M0 0h1"/>'
  test.each([
    '<script>alert(1)</script>',
    '<script href="//evil.example/x.js"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    '<image href="https://evil.example/pixel.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onclick" to="alert(1)"/>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
    '<style>@import "https://evil.example/x.css";</style>',
    '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
    '<!-- <script> --><?xml-stylesheet href="https://evil.example/x.css"?>',
    '<feImage href="https://evil.example/x.svg"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    '<iframe src="https://evil.example"/>',
  ])('an element: %s', (content) => {
    expect(sanitised(content + shape)).toBe(shape)
  })

  test.each([
    'onload="alert(1)"',
    'onclick="alert(1)"',
    'OnLoad="alert(1)"',
    'href="#x"',
    'style="background:url(https://evil.example/x)"',
    'style="fill:url(//evil.example/x#y)"',
    'style="fill:u\\72l(//evil.example/x)"',
    'fill="url(https://evil.example/x#y)"',
    'fill="url( &#34;javascript:alert(1)&#34; )"',
    'fill="image-set(x)"',
    'fill="red;background:x"',
    'mask="url(data:image/svg+xml,x#y)"',
    'stroke="expression(alert(1))"',
    'src="x"',
    'formaction="javascript:alert(1)"',
    'class="a"',
    'xml:base="https://evil.example/"',
    'data-x="y"',
    'id="a&quot; onload=&quot;alert(1)"',
    'tabindex="1"',
  ])('an attribute: %s', (attribute) => {
    expect(sanitised(`<path ${attribute} d="M0 0h1"/>`)).toBe(shape)
  })

  test.each([
    'https://evil.example/x.svg#a',
    'javascript:alert(1)',
    'data:image/svg+xml,x',
    '//x#a',
    'x.svg#a',
    '#',
    ' #a',
  ])('a reference to %j', (target) => {
    expect(sanitised(`<use href="${target}"/><use xlink:href="${target}"/>`)).toBe('<use/><use/>')
  })

  test('and writes text so that it stays text', () => {
    expect(sanitised('<text x="1">&lt;script&gt; &amp; <![CDATA[<b>]]></text>')).toBe(
      '<text x="1">&lt;script&gt; &amp; &lt;b&gt;</text>',
    )
  })
})

describe('refuses', () => {
  test.each([
    ['doctype', `<!DOCTYPE svg>${drawing('<path/>')}`],
    ['doctype', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing('<path/>')}`],
    ['not_xml', drawing('<path>')],
    ['not_xml', drawing('<path d=M0/>')],
    ['not_xml', drawing('<path fill="&nbsp;"/>')],
    ['not_xml', drawing('<x:path/>')],
    ['not_xml', drawing('<path/>') + drawing('<path/>')],
    ['not_xml', `${drawing('<path/>')}<script>`],
    ['not_xml', ''],
    ['not_svg', '<svg><path/></svg>'],
    ['not_svg', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['not_svg', '<g xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing_to_draw', drawing('<script>alert(1)</script>')],
    ['nothing_to_draw', drawing('<image href="data:image/png;base64,AAAA"/>')],
    ['reference_loop', drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['reference_loop', drawing('<pattern id="p"><rect fill="url(#p)"/></pattern>')],
    ['too_complex', drawing('<g>'.repeat(70) + '</g>'.repeat(70))],
    ['too_complex', drawing('<path/>'.repeat(5_000))],
    ['too_complex', drawing(`<style>${'*{fill:red}'.repeat(200)}</style><path/>`)],
  ])('%s: %.60s', (reason, text) => {
    expect(() => sanitiseSvg(text)).toThrow(expect.objectContaining({ code: 'invalid_svg', reason }))
  })

  test('more than 40,960 bytes, however few characters', () => {
    const filler = (bytes: number) => drawing(`<path d="M0 0h1"/><!--${'x'.repeat(bytes)}-->`)
    const frame = Buffer.byteLength(filler(0))
    expect(sanitiseSvg(filler(limits.svgMaxBytes - frame))).toContain('<path')
    const tooLarge = { code: 'svg_too_large', message: '* Maximum 40KB svg file is allowed.' }
    expect(() => sanitiseSvg(filler(limits.svgMaxBytes - frame + 1))).toThrow(
      expect.objectContaining(tooLarge),
    )
    const wide = drawing(`<path/><!--${'é'.repeat(21_000)}-->`)
    expect(() => sanitiseSvg(wide)).toThrow(expect.objectContaining(tooLarge))
  })

  test('bytes that are not UTF-8, and takes a byte order mark', () => {
    const text = drawing('<title>é</title><path/>')
    const refused = expect.objectContaining({ code: 'invalid_svg', reason: 'not_utf8' })
    expect(() => sanitiseSvg(Buffer.from(text, 'latin1'))).toThrow(refused)
    expect(() => sanitiseSvg(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toThrow(refused)
    expect(sanitiseSvg(Buffer.from(`\uFEFF${text}`))).toBe(sanitiseSvg(text))
  })
})

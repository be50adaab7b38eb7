import { webAddress } from '../web-address.ts';
import type { MailContext } from './context.ts';
import { cleanText, Html, html, oneLine } from './html.ts';
import { darkStyles, ink, mutedInk } from './styles.ts';

/** A part of an email in both forms. Every email is a list of these, so that its plain text is complete. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'quote'; from: string | null; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'code'; code: string }
  | { kind: 'ticket'; image: string; alt: string; caption: string; code: string };

/** `href` links the value. A fact without a value is omitted. */
export type Fact = [label: string, value: string | null | undefined, href?: string | null | undefined];

export interface EmailContent {
  subject: string;
  /** The preview that an inbox shows after the subject. */
  preview: string;
  heading: string;
  greeting: string | null;
  blocks: Block[];
  /** Says why the reader gets this email. */
  footer: string;
  /** Structured data in the head. */
  markup?: Html | undefined;
}

export interface Written {
  subject: string;
  html: string;
  text: string;
}

/**
 * Lays out all emails with tables and inline styles, which every program can read, and dark colours where
 * supported.
 */
export function write(content: EmailContent, context: MailContext): Written {
  return {
    subject: oneLine(content.subject, 150),
    html: toHtml(content, context).markup,
    text: toText(content, context),
  };
}

const FONT = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif";
const SERIF = 'font-family:Piazzolla,Georgia,serif';
/**
 * A woven band in the colours cochinilla, ocre, lago, selva and jacaranda, made of table cells instead of a
 * picture.
 */
const BAND = ['#d4246b', '#f2a93b', '#1c9196', '#2b8550', '#7a4bbb'];

function toHtml(content: EmailContent, { language, labels, unsubscribe }: MailContext): Html {
  // Keeps programs from filling the preview with the start of the email.
  const filler = new Html('&#847;&zwnj;&nbsp;'.repeat(60));
  const band = [...BAND, ...BAND].map(
    (colour) =>
      html`<td bgcolor="${colour}" width="10%" height="6" style="background:${colour};height:6px;line-height:6px;font-size:0">&nbsp;</td>`,
  );
  return html`<!doctype html>
<html lang="${language.code}" dir="${language.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${oneLine(content.subject, 150)}</title>
<style>${darkStyles}</style>
${content.markup}</head>
<body class="m-page" style="margin:0;padding:0;background:#f5f1ec;color:${ink};${FONT};font-size:16px;line-height:24px;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all">${oneLine(content.preview, 140)}${filler}</div>
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5f1ec" style="background:#f5f1ec">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="m-head" bgcolor="#1b2044" style="background:#1b2044;border-radius:16px 16px 0 0;padding:20px 28px;color:#fbf6ee;${SERIF};font-size:22px;line-height:28px;font-weight:700">Territorio</td></tr>
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${band}</tr></table></td></tr>
<tr><td class="m-card m-pad" bgcolor="#ffffff" style="background:#ffffff;border-radius:0 0 16px 16px;padding:28px">
<div role="article" aria-label="${content.heading}">
<h1 class="m-ink" style="margin:0 0 16px;color:${ink};${SERIF};font-size:28px;line-height:34px;font-weight:700">${content.heading}</h1>
${content.greeting && paragraph(content.greeting)}
${content.blocks.map(blockHtml)}
</div>
</td></tr>
<tr><td class="m-ink-3" align="center" style="padding:20px 28px 8px;color:${mutedInk};font-size:13px;line-height:20px">${content.footer}<br>${unsubscribe && html`${anchor(labels.unsubscribe, unsubscribe)}<br>`}${labels.tagline}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string): Html => html`<p class="m-ink" style="margin:0 0 16px;color:${ink}">${text}</p>\n`;

const anchor = (label: string, href: string): Html =>
  html`<a class="m-link" href="${href}" style="color:#a8154f;font-weight:600;text-decoration:underline;overflow-wrap:anywhere">${label}</a>`;

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return paragraph(block.text);
    case 'note':
      return html`<p class="m-ink-3" style="margin:0 0 16px;color:${mutedInk};font-size:14px;line-height:20px">${block.text}</p>\n`;
    case 'facts':
      return factsHtml(block.rows);
    case 'quote':
      return html`<div class="m-well" style="margin:0 0 16px;padding:14px 18px;background:#f7f4f0;border-radius:12px">
${block.from && html`<p class="m-ink-3" style="margin:0 0 4px;color:${mutedInk};font-size:14px;line-height:20px">${block.from}</p>`}
<div class="m-ink" dir="auto" style="color:${ink};white-space:pre-wrap;overflow-wrap:anywhere">${block.text}</div></div>\n`;
    case 'button':
      return buttonHtml(block.label, block.href);
    case 'code':
      return html`<p class="m-ink" style="margin:0 0 16px;color:${ink};font-size:30px;line-height:40px;font-weight:700;letter-spacing:6px">${block.code}</p>\n`;
    case 'ticket':
      return ticketHtml(block);
  }
}

function factsHtml(rows: Fact[]): Html {
  const cell = 'padding:10px 0;border-top:1px solid #e9e3dc;vertical-align:top';
  const lines = rows.map(([label, value, href]) => {
    const address = webAddress(href);
    return (
      value &&
      html`<tr><td class="m-ink-3 m-line" width="34%" style="${cell};padding-right:16px;color:${mutedInk};font-size:14px;line-height:24px">${label}</td>
<td class="m-ink m-line" dir="auto" style="${cell};color:${ink};font-weight:600;overflow-wrap:anywhere">${address ? anchor(value, address) : value}</td></tr>\n`
    );
  });
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;table-layout:fixed">
${lines}</table>\n`;
}

/** The cell is coloured, because some programs ignore the padding of links. */
function buttonHtml(label: string, href: string): Html {
  const address = webAddress(href);
  if (!address) return html``;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="m-button" bgcolor="#b8185a" align="center" style="background:#b8185a;border-radius:12px"><a class="m-on-button" href="${address}" style="display:inline-block;padding:13px 24px;color:#ffffff;font-weight:600;font-size:16px;line-height:20px;text-decoration:none">${label}</a></td>
</tr></table>\n`;
}

/** The background of the code is white even in dark mode, because a scanner needs the quiet zone. */
function ticketHtml({ image, alt, caption, code }: Extract<Block, { kind: 'ticket' }>): Html {
  return html`<table role="presentation" class="m-well" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f4f0" style="margin:0 0 20px;background:#f7f4f0;border-radius:16px"><tr>
<td align="center" style="padding:24px 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="background:#ffffff;border-radius:12px;padding:8px"><img src="cid:${image}" width="216" height="216" alt="${alt}" style="display:block;border:0;width:216px;height:216px"></td></tr></table>
<p class="m-ink" style="margin:14px 0 4px;color:${ink};font-weight:600">${caption}</p>
<p class="m-ink-3" style="margin:0;color:${mutedInk};font-family:Menlo,Consolas,monospace;font-size:20px;line-height:28px;font-weight:700;letter-spacing:2px">${code}</p></td>
</tr></table>\n`;
}

function toText(content: EmailContent, { labels, unsubscribe }: MailContext): string {
  const foot = [content.footer, ...(unsubscribe ? [`${labels.unsubscribe}: ${unsubscribe}`] : []), 'Territorio'];
  const parts = [content.heading, content.greeting, ...content.blocks.map(blockText), foot.join('\n')];
  return cleanText(`${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'facts':
      return block.rows
        .flatMap(([label, value, href]) => {
          const address = webAddress(href);
          return value ? [`${label}: ${value}`, ...(address ? [`  ${address}`] : [])] : [];
        })
        .join('\n');
    case 'quote':
      return [block.from && `${block.from}:`, block.text].filter(Boolean).join('\n');
    case 'button': {
      const address = webAddress(block.href);
      return address ? `${block.label}:\n${address}` : '';
    }
    case 'code':
      return block.code;
    case 'ticket':
      return `${block.caption}\n${block.code}`;
  }
}

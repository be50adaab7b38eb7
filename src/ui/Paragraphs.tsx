import { cx } from './cx.ts';

interface Props {
  text: string;
  /** The language of the text, if it differs from the page's. */
  lang?: string | undefined;
  className: string;
}

/** Shows text that someone wrote. A blank line begins a new paragraph. */
export function Paragraphs({ text, lang, className }: Props) {
  return (
    <div lang={lang} className={cx('wrap-anywhere', className)}>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

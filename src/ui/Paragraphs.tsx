import { cx } from './cx.ts';

/** A text that somebody wrote: a blank line ends a paragraph. */
export function Paragraphs({ text, className }: { text: string; className: string }) {
  return (
    <div className={cx('wrap-anywhere', className)}>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

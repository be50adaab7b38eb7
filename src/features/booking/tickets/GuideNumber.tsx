import { useLingui } from '@lingui/react/macro';
import { callLink, formatPhone } from '@/lib/format/phone';

/** The guide's number in digits, as calls work offline and paper has no links. Nothing without one. */
export function GuideNumber({ number: digits, className }: { number: string | null; className?: string }) {
  const { t } = useLingui();
  const href = digits && callLink(digits);
  if (!href) return null;
  const number = formatPhone(digits);
  return (
    <a className={className} href={href} aria-label={t`Call ${number}`}>
      <span className="nums underline underline-offset-4">{number}</span>
    </a>
  );
}

import { useLingui } from '@lingui/react/macro';
import { callLink, formatPhone } from '@/lib/format/phone';

/**
 * Shows the guide's number in digits, because calls work offline and paper has no links. Shows nothing without a
 * number.
 */
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

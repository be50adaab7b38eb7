import { useLingui } from '@lingui/react/macro';
import { messageOfCode } from '@/lib/api/error-messages';

/** Says why a trip can't be reviewed. */
export default function ReviewRefusal({ code }: { code: string }) {
  const { i18n } = useLingui();
  const reason = messageOfCode[code];
  return reason ? <p className="mb-2 text-sm text-ink-2">{i18n._(reason)}</p> : null;
}

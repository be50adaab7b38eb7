import { parsePhoneNumber } from 'react-phone-number-input/min';

/**
 * The international number in a text that was pasted or filled in by the browser, as E.164. Null where the text goes on under the
 * calling code that stands in the field: then it was typed.
 */
export function wholeNumber(text: string, callingCode: string): string | null {
  const prefix = `+${callingCode}`;
  const compact = text.replace(/\s/g, '');
  const after = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  const international = after.replace(/^00/, '+');
  const plus = international.lastIndexOf('+');
  if (plus < 0) return null;
  const number = parsePhoneNumber(international.slice(plus));
  return number?.isPossible() ? number.number : null;
}

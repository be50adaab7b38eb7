import { Metadata, type MetadataJson } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';

/** The plan of a calling code without a country, such as +800, has the code as its name. */
const plans = Object.entries<readonly string[]>(metadata.country_calling_codes).concat(
  Object.keys(metadata.nonGeographic).map((code) => [code, [code]]),
);

/** The kinds of personal numbers. Service numbers, such as toll-free ones, have other lengths in many countries. */
const OF_PEOPLE = ['FIXED_LINE', 'MOBILE', 'VOIP', 'PERSONAL_NUMBER'];

/** A part of the package that has no types. */
interface Plan {
  type(name: string): { possibleLengths(): number[] | undefined } | undefined;
}

function lengthsOf(name: string): number[] {
  const reader = new Metadata(metadata as unknown as MetadataJson);
  reader.selectNumberingPlan(name as never);
  const plan = reader.numberingPlan as unknown as Plan | undefined;
  return OF_PEOPLE.flatMap((type) => plan?.type(type)?.possibleLengths() ?? []);
}

/**
 * Returns, for each calling code, the numbers of digits possible in any of its countries, within the 15 digits of
 * E.164. Empty for service codes.
 */
export function phoneLengths(): Record<string, number[]> {
  const all = plans.map(([code, names]) => {
    const lengths = [...new Set(names.flatMap(lengthsOf))].filter((length) => code.length + length <= 15);
    return [code, lengths.sort((a, b) => a - b)] as const;
  });
  return Object.fromEntries(all.filter(([, lengths]) => lengths.length > 0));
}

const note = 'This file is written by "npm run phone:lengths" from the metadata of libphonenumber-js. Do not edit it.';

/** Returns the generated files by path. */
export const phoneLengthFiles = (lengths: Record<string, number[]>) => ({
  'src/lib/format/phone-lengths.ts': `// ${note}

/** For each calling code, the allowed numbers of digits after it. */
export const PHONE_LENGTHS: Record<string, readonly number[]> = {
${Object.entries(lengths)
  .map(([code, all]) => `  ${code}: [${all.join(', ')}],`)
  .join('\n')}
};
`,
  'supabase/schemas/foundation/phone_lengths.sql': `-- ${note}

-- Returns how many digits may follow a calling code, or null for a code that doesn't exist.
create function private.phone_lengths(p_code text)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return '{
${Object.entries(lengths)
  .map(([code, all]) => `    "${code}": [${all.join(', ')}]`)
  .join(',\n')}
  }'::jsonb -> p_code;
end $$;
`,
});

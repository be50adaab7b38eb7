import { Metadata, type MetadataJson } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.min.json';

/** The plan of a calling code that belongs to no country, such as +800, has the code as its name. */
const plans = Object.entries<readonly string[]>(metadata.country_calling_codes).concat(
  Object.keys(metadata.nonGeographic).map((code) => [code, [code]]),
);

function lengthsOf(plan: string): number[] {
  const reader = new Metadata(metadata as unknown as MetadataJson);
  reader.selectNumberingPlan(plan as never);
  return reader.numberingPlan?.possibleLengths() ?? [];
}

/** By calling code: how many digits may follow it in any of its countries, and fit in the 15 digits of E.164. */
export function phoneLengths(): Record<string, number[]> {
  return Object.fromEntries(
    plans.map(([code, names]) => {
      const all = new Set(names.flatMap(lengthsOf));
      return [code, [...all].filter((length) => code.length + length <= 15).sort((a, b) => a - b)];
    }),
  );
}

const note = 'Written by "npm run phone:lengths" from the metadata of libphonenumber-js. Do not edit.';

/** The generated files, by their paths. */
export const phoneLengthFiles = (lengths: Record<string, number[]>) => ({
  'src/lib/format/phone-lengths.ts': `// ${note}

/** By calling code: how many digits may follow it. */
export const PHONE_LENGTHS: Record<string, readonly number[]> = {
${Object.entries(lengths)
  .map(([code, all]) => `  ${code}: [${all.join(', ')}],`)
  .join('\n')}
};
`,
  'supabase/schemas/01_phone_lengths.sql': `-- ${note}

-- How many digits may follow a calling code; null for a code that does not exist.
create function private.phone_lengths(p_code text)
returns jsonb language sql immutable set search_path = '' as $$
  select '{
${Object.entries(lengths)
  .map(([code, all]) => `    "${code}": [${all.join(', ')}]`)
  .join(',\n')}
  }'::jsonb -> p_code
$$;
`,
});

import { useSearchParams } from 'react-router-dom';

/**
 * Keeps the open drawer in the URL, so that links, reloads and returning from another page open it again. The back
 * button closes it, like every dialog. `parse` returns null for invalid values.
 */
export function useOpenParam<T>(
  param: string,
  parse: (text: string | null) => T | null,
  print: (value: T) => string,
): [T | null, (value: T | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = parse(params.get(param));
  function show(value: T | null) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(param, print(value));
        else after.delete(param);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [open, show];
}

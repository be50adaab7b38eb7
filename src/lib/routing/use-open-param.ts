import { useSearchParams } from 'react-router-dom';

/**
 * The address names what a drawer shows: a link and a reload open it, and the way back from a page that it leads to opens it again.
 * Back closes it, as it does every dialog. `parse`: null for what makes no sense.
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

import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * What a drawer shows stands in the address: a link and a reload open it, the way back from a page that it leads to opens it again,
 * and Back closes it. `parse`: null for what makes no sense.
 */
export function useOpenParam<T>(
  param: string,
  parse: (text: string | null) => T | null,
  print: (value: T) => string,
): [T | null, (value: T | null) => void] {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = parse(params.get(param));
  function show(value: T | null) {
    // Where this page opened it, closing is the step back; a link that came with it is changed in its place.
    if (!value && state?.opened === param) return void navigate(-1);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(param, print(value));
        else after.delete(param);
        return after;
      },
      { replace: !value, preventScrollReset: true, state: value && { opened: param } },
    );
  }
  return [open, show];
}

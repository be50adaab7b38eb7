import type { Texts } from './texts';

type Part =
  | 'form'
  | 'legend'
  | 'row'
  | 'field'
  | 'label'
  | 'control'
  | 'input'
  | 'error'
  | 'overlay'
  | 'dialog'
  | 'title'
  | 'text'
  | 'actions'
  | 'primary'
  | 'secondary';

/** The class names of the page. Without them, the form has the browser's default look. */
export type Look = Partial<Record<Part, string>>;

export type Drawing = { texts: Texts; look: Look };

interface Props {
  children: string;
  className?: string;
}

/**
 * A text that changes while it is looked at, in a new element for each. Where the browser translates, it has put its own text in the place
 * of ours: a change of ours would not be seen.
 */
export const Fresh = ({ children, className }: Props) => (
  <span key={children} className={className}>
    {children}
  </span>
);

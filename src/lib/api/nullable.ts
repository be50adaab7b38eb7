/** The generated types don't know which columns of a function can be null; these can. */
export type Nullable<Row, Columns extends keyof Row> = Omit<Row, Columns> & { [K in Columns]: Row[K] | null };

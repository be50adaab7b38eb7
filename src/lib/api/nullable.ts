/** The generated types do not know which columns of a function may be null: these of its rows may. */
export type Nullable<Row, Columns extends keyof Row> = Omit<Row, Columns> & { [K in Columns]: Row[K] | null };

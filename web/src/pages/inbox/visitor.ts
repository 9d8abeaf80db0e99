const VISITOR = '@visitor';

/** Whether the number of a person is the id of a visitor of a web site. */
export const isVisitor = (phone: string): boolean => phone.endsWith(VISITOR);

/** The last digits of the id tell two visitors apart. */
export const visitorNumber = (phone: string): string => phone.slice(0, -VISITOR.length).slice(-4);

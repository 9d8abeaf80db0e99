const VISITOR = '@visitor';

/** Whether the number of a person is the id of a visitor of a web site. */
export const isVisitor = (phone: string): boolean => phone.endsWith(VISITOR);

/** Whether the network hides the number of a person, and gives an id in its place. */
export const isHidden = (phone: string): boolean => !isVisitor(phone) && !/^\d+$/.test(phone);

/** The last digits of the id tell two people without a number apart. */
export const idEnd = (phone: string): string => phone.replace(/@\w+$/, '').slice(-4);

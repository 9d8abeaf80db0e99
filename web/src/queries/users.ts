import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

const PER_PAGE = 100;

/** All users of the account with invited and disabled ones: at most 500. Only for admins. */
export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: async () => {
    const users: Schema<'User'>[] = [];
    for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
      const answer = await call('GET /users', { query: { page, per_page: PER_PAGE } });
      users.push(...answer.data);
      lastPage = answer.last_page;
    }
    return users;
  },
});

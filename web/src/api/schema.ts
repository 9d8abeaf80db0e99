// Written by `npm run docs` from the routes of staff. Do not edit.

export interface paths {
    "/app/api/account-exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AccountExportList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AccountExport"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/account-exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateApiKey"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKeyRevoked"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Assistant"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeAssistant"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Assistant"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/assistant/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AskAssistant"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantEvaluationPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StartEvaluation"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantEvaluationListed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/evaluations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantEvaluation"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    device_uuid?: string;
                    from?: string;
                    mode?: "live" | "shadow";
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AssistantReport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/test-questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestQuestionPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateTestQuestion"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestQuestion"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/test-questions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/assistant/test-questions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ImportedTestQuestions"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Attention"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    action?: "account.created" | "account.suspended" | "account.activated" | "account.cancelled" | "account.plan_changed" | "account.settings_changed" | "account.exported" | "account.export_requested" | "account.export_downloaded" | "account.imported" | "plan.created" | "plan.changed" | "rates.changed" | "cost_cap.changed" | "key.created" | "key.revoked" | "device.created" | "device.released" | "device.changed" | "device.pairing_started" | "device.passkey_answered" | "device.passkey_cancelled" | "device.session_imported" | "device.credentials_changed" | "template.created" | "template.changed" | "template.deleted" | "opt_out_words.changed" | "quiet_hours.changed" | "retention.changed" | "conversation_settings.changed" | "automation_settings.changed" | "conversation.automation_suppressed" | "business_hours.changed" | "business_hours.removed" | "assistant.changed" | "assistant.marked" | "assistant.evaluated" | "test_question.created" | "test_question.deleted" | "test_questions.imported" | "user.created" | "user.invited" | "user.invitation_removed" | "user.joined" | "user.changed" | "user.disabled" | "user.enabled" | "user.reset" | "user.operator_granted" | "user.operator_revoked" | "user.log_in_link_created" | "conversation.replied" | "conversation.taken_over" | "conversation.given_back" | "conversation.assigned" | "conversation.resolved" | "conversation.reopened" | "conversation.read" | "conversation.snoozed" | "conversation.noted" | "conversation.labelled" | "conversation.fields_changed" | "contact_field.created" | "contact_field.changed" | "contact_field.deleted" | "conversation_field.created" | "conversation_field.changed" | "conversation_field.deleted" | "contact_segment.created" | "contact_segment.changed" | "contact_segment.deleted" | "team.created" | "team.changed" | "team.deleted" | "label.created" | "label.renamed" | "label.recolored" | "label.deleted" | "canned_reply.created" | "canned_reply.changed" | "canned_reply.deleted" | "macro.created" | "macro.changed" | "macro.deleted" | "entry_point.created" | "entry_point.changed" | "entry_point.deleted" | "entry_point.logo_set" | "entry_point.logo_removed" | "widget.created" | "widget.changed" | "widget.deleted" | "widget.secret_rotated" | "faq.created" | "faq.changed" | "faq.deleted" | "faqs.imported" | "gap.answered" | "gap.dismissed" | "flow.created" | "flow.changed" | "flow.published" | "flow.rolled_back" | "flow.unpublished" | "flow.deleted" | "flow_simulation.created" | "flow_simulation.changed" | "flow_simulation.removed" | "flow_secret.changed" | "flow_secret.removed" | "document.added" | "document.changed" | "document.deleted" | "document.read" | "site.added" | "site.changed" | "site.refreshed" | "site.deleted" | "site.read" | "table.uploaded" | "table.replaced" | "table.rows_added" | "table.rows_changed" | "table.row_deleted" | "table.changed" | "table.deleted" | "person.merged" | "person.unmerged" | "person.erased" | "auto_reply.created" | "auto_reply.changed" | "auto_reply.deleted" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.secret_rotated" | "webhook.failing" | "webhook.disabled" | "webhook.enabled" | "user.logged_in" | "user.log_in_refused" | "user.logged_out" | "user.password_changed" | "user.oidc_linked" | "second_factor.added" | "second_factor.removed" | "second_factor.codes_renewed" | "second_factor.recovery_code_used" | "backup.started" | "backup.recorded" | "installation.adopted" | "installation.resumed";
                    actor?: string;
                    cursor?: string;
                    per_page?: number;
                    since?: string;
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuditPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/auto-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutoReplyPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateAutoReply"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedAutoReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/auto-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutoReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeAutoReply"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedAutoReply"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/auto-replies/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestAutoReplies"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutoReplyTest"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/automation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomationSettings"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeAutomationSettings"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomationSettings"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                    status?: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateBroadcast"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedBroadcast"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Broadcast"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeBroadcast"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Broadcast"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/broadcasts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastBrief"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastFunnel"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastBrief"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    stage?: "failed" | "left_out" | "sent" | "delivered" | "read" | "replied" | "opted_out" | "not_read" | "not_replied";
                    status?: "failed";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastRecipientPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/recipients/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    stage?: "failed" | "left_out" | "sent" | "delivered" | "read" | "replied" | "opted_out" | "not_read" | "not_replied";
                    status?: "failed";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastBrief"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/{id}/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastBrief"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PreviewBroadcast"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastPreview"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/broadcasts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestBroadcast"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/business-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessHours"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetBusinessHours"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessHours"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/canned-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    device_uuid?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CannedReplyPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateCannedReply"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CannedReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/canned-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CannedReply"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeCannedReply"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CannedReply"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/contact-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactFields"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactFieldCreate"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactField"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contact-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactFieldUse"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactFieldChange"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactField"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    active_days?: number;
                    consent?: "opted_out" | "not_opted_out";
                    fields?: string;
                    page?: number;
                    per_page?: number;
                    q?: string;
                    segment?: string;
                    silent_days?: number;
                    tag?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactUpsert"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBrief"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBrief"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Contact"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactChange"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Contact"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/contacts/{id}/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BroadcastsOfContact"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/{id}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactConsent"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactBatch"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBatchResult"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBulks"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactBulkRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBulkCount"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBulk"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/bulk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBulk"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/bulk/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactBulk"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactCheck"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CheckedContacts"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    active_days?: number;
                    consent?: "opted_out" | "not_opted_out";
                    fields?: string;
                    q?: string;
                    segment?: string;
                    silent_days?: number;
                    tag?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactImports"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UndoneImport"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactSegments"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactSegmentCreate"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactSegment"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/contacts/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactSegment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactSegmentChange"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactSegment"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/contacts/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactTagPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversation-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactFields"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactFieldCreate"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactField"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversation-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactFieldChange"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactField"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    assigned?: "true" | "false";
                    assignee?: string;
                    chat?: "private" | "group" | "all";
                    cursor?: string;
                    device_uuid?: string;
                    entry_point_id?: string;
                    label?: string;
                    limit?: number;
                    open?: "true" | "false";
                    or_unassigned?: "true" | "false";
                    order?: "latest" | "longest_waiting";
                    owner_state?: "bot" | "human_waiting" | "human_active" | "closed";
                    phone?: string;
                    q?: string;
                    snoozed?: "true" | "false";
                    staff?: "true" | "false";
                    team?: string;
                    unread?: "true" | "false";
                    waiting?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StartConversation"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StartedConversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        assignee?: string | null;
                        ownership_version?: number;
                        team?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationOwnerChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/automation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetConversationAutomation"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/canned-replies/{canned_reply_id}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    canned_reply_id: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderCannedReply"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RenderedCannedReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactOfConversation"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContactDetails"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContactOfConversation"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/conversations/{id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    message?: number;
                    wa_message_id?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomationDecisionPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeConversationFields"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/conversations/{id}/give-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        ownership_version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationOwnerChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeConversationLabels"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/macros/{macro_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    macro_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PreparedMacro"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    around?: string;
                    cursor?: string;
                    limit?: number;
                    q?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationMessagePage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendReply"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AcceptedReply"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddConversationNote"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TimelineEntry"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationViewers"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LookAtConversation"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationViewers"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MarkConversationRead"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        ownership_version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        ownership_version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationOwnerChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MarkConversationRead"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SnoozeConversation"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReplySuggestions"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/takeover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        assignee?: string | null;
                        ownership_version?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationOwnerChanged"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TimelinePage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationCounts"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    device_uuid?: string;
                    from?: string;
                    group?: "day" | "hour" | "device" | "person";
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationFigures"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    conversation_id?: string;
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RatingPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/ratings/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    device_uuid?: string;
                    from?: string;
                    group?: "day" | "person";
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RatingFigures"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/conversations/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationSettings"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeConversationSettings"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConversationSettings"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    device_uuid?: string;
                    from?: string;
                    group_by?: "day" | "device" | "category" | "broadcast" | "automation";
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Costs"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/costs/cap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostCapSetting"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetCostCap"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CostCapSetting"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/decisions/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GiveFeedback"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DecisionFeedback"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateDevice"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Device"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceBrief"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeDevice"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Device"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/devices/{uuid}/business-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessHours"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetBusinessHours"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BusinessHours"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    q?: string;
                };
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GroupPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Group"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    phone_number?: string & (unknown & unknown);
                };
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/octet-stream": unknown;
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceWaiting"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/official-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RotateCredentials"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceBrief"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/devices/{uuid}/pairing-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PairByCode"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DevicePairingCode"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceWaiting"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceQr"];
                        "image/png": unknown;
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeviceWaiting"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/template-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        file: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TemplateFile"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/template-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    code_expiration_minutes?: number;
                    language: string;
                    security_recommendation?: "true" | "false";
                };
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TemplatePreview"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/devices/{uuid}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    refresh?: "true" | "false";
                    status?: "approved" | "archived" | "deleted" | "disabled" | "in_appeal" | "limit_exceeded" | "paused" | "pending" | "pending_deletion" | "rejected";
                };
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TemplatePage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPointPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateEntryPoint"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPoint"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPoint"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeEntryPoint"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPoint"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/entry-points/{id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetEntryPointLogo"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPoint"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPoint"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/{id}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    logo?: "true" | "false";
                    size?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/{id}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    logo?: "true" | "false";
                    size?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPointStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    since?: string;
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPointReport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/entry-points/touches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: string;
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErasurePage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Erasure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateFlow"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Flow"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Flow"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeFlow"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Flow"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/flows/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    version?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowExport"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PublishFlow"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowVersion"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RollBackFlow"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowVersion"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SimulateFlow"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowTranscript"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSimulationList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StoreFlowSimulation"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSimulation"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/simulations/{simulation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    simulation_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSimulation"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    simulation_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StoreFlowSimulation"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSimulation"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    simulation_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/simulations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSimulationCheck"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSummary"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowVersionPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowVersion"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/{id}/versions/{version}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    against?: string;
                };
                header?: never;
                path: {
                    id: string;
                    version: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowDifference"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ImportFlow"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Flow"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSecretList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/flows/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetFlowSecret"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FlowSecret"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitationPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InviteUser"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserWithLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/conversations/{id}/messages/{message_id}/faq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    message_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LearnAnswer"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LearnedAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeDocumentPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        file: string;
                        title?: string;
                    };
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeKnowledgeDocument"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeDocument"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/knowledge/documents/{id}/passages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgePassagePage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/faqs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FaqPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateFaq"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedFaq"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/faqs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Faq"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeFaq"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedFaq"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/knowledge/faqs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/faqs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    dry_run?: "true" | "false";
                    language?: "id" | "en" | "pt" | "es";
                    mode?: "add" | "replace";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FaqImportReport"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    sort?: "count" | "last_asked";
                    status?: "open" | "answered" | "dismissed";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeGapPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/gaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeGap"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/gaps/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AnswerKnowledgeGap"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AnsweredKnowledgeGap"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/gaps/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeGap"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSiteList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddKnowledgeSite"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSite"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeKnowledgeSite"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSite"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/knowledge/sites/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    q?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSitePageList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/sites/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSite"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTablePage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: {
                    aliases_column?: string;
                    currency?: string;
                    dry_run?: "true" | "false";
                    enabled?: "true" | "false";
                    key_column?: string;
                    name?: string;
                    name_column?: string;
                    price_column?: string;
                    stock_column?: string;
                    unit_column?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTableUpload"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/tables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTable"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeKnowledgeTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTable"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/knowledge/tables/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/knowledge/tables/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTableRowPage"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: {
                    dry_run?: "true" | "false";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeTableUpload"];
                    };
                };
            };
        };
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddKnowledgeTableRows"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChangedKnowledgeTableRows"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query: {
                    key: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeKnowledgeTableRows"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChangedKnowledgeTableRows"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LabelPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateLabel"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Label"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeLabel"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Label"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/links/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AcceptLink"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/links/log-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UseLogInLink"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/links/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LookAtLink"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GivenLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/macros": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxMacros"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaveInboxMacro"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxMacro"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/macros/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaveInboxMacro"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxMacro"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeMe"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/me/browser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SubscribeBrowser"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Notices"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Notices"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/me/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Notices"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetNotices"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Notices"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/me/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetPresence"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserPresences"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoggedOut"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    file_name?: string;
                    type?: "image" | "document" | "audio" | "video";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        file: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedMedia"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedMedia"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/media/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    thumbnail?: "true" | "false";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Upload-Length": string;
                    "Upload-Metadata"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PartialUpload"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/media/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PartialUpload"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header: {
                    "Upload-Offset": string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        trace?: never;
    };
    "/app/api/media/uploads/{id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    type?: "image" | "document" | "audio" | "video";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedMedia"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MentionPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/mentions/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReadMentions"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MentionsRead"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    broadcast_id?: number;
                    cursor?: string;
                    device_uuid?: string;
                    direction?: "in" | "out";
                    limit?: number;
                    phone?: string;
                    since?: string;
                    status?: "queued" | "sent" | "delivered" | "read" | "failed" | "received";
                    type?: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessagePage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendMessage"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header: {
                    "Idempotency-Key": string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EditMessage"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Message"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    thumbnail?: "true" | "false";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}/media/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UploadedMedia"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/{id}/media/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Media"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    broadcast_id?: number;
                    device_uuid?: string;
                    direction?: "in" | "out";
                    phone?: string;
                    since?: string;
                    status?: "queued" | "sent" | "delivered" | "read" | "failed" | "received";
                    type?: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/messages/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    device_uuid?: string;
                    from?: string;
                    group?: "day" | "device";
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageFigures"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/numbers/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CheckNumbers"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CheckedNumbers"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OidcState"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    account_id?: number;
                    choose?: "true" | "false";
                    return_to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                    plan?: string;
                    search?: string;
                    status?: "active" | "suspended" | "cancelled";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateOperatorAccount"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountDetail"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeOperatorAccount"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountDetail"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/operator/accounts/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ActivateOperatorAccount"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountDetail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountDetail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts/{id}/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnerInput"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserWithLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SuspendOperatorAccount"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorAccountDetail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/accounts/activate-held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ActivateOperatorAccount"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HeldAccountsActivated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BackupPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StartedBackup"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorHealth"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorPlanList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/plans/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetOperatorPlan"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OperatorPlan"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/operator/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Rates"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaveRates"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedRates"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/opt-out-words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OptOutWords"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetOptOutWords"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OptOutWords"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                    phone?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OptOutPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddOptOut"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OptOut"];
                    };
                };
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OptOut"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/opt-outs/{phone}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    phone: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/people/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ErasePerson"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Erasure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/people/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        /** Format: uuid */
                        person_id: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/people/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        actor?: string;
                        /** Format: uuid */
                        person_id: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/people/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EraseNumber"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Erasure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/quiet-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuietHours"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetQuietHours"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuietHours"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    code?: "field_errors" | "bad_request" | "invalid_json" | "invalid_api_key" | "login_required" | "invalid_visitor_token" | "invalid_login" | "code_required" | "device_limit_reached" | "quota_exceeded" | "account_inactive" | "address_not_allowed" | "chat_closed" | "identity_required" | "invalid_identity" | "insufficient_scope" | "insufficient_role" | "invalid_csrf_token" | "foreign_origin" | "https_required" | "proxy_without_protocol" | "proxy_not_trusted" | "oidc_refused" | "oidc_second_factor" | "confirm_identity" | "own_user" | "sandbox_forbidden" | "sandbox_account_required" | "invalid_signature" | "verification_refused" | "not_found" | "oidc_not_configured" | "account_not_found" | "api_key_not_found" | "device_not_found" | "group_not_found" | "message_not_found" | "conversation_not_found" | "auto_reply_not_found" | "canned_reply_not_found" | "macro_not_found" | "decision_not_found" | "document_not_found" | "site_not_found" | "gap_not_found" | "table_not_found" | "table_row_not_found" | "evaluation_not_found" | "test_question_not_found" | "entry_point_not_found" | "faq_not_found" | "flow_not_found" | "flow_version_not_found" | "flow_simulation_not_found" | "flow_secret_not_found" | "team_not_found" | "label_not_found" | "erasure_not_found" | "export_not_found" | "person_not_found" | "media_not_found" | "upload_not_found" | "message_template_not_found" | "opt_out_not_found" | "sandbox_off" | "sandbox_phone_not_found" | "sandbox_chat_not_found" | "sandbox_official_number_not_found" | "session_not_found" | "widget_not_found" | "webhook_not_found" | "delivery_not_found" | "user_not_found" | "invitation_not_found" | "invalid_link" | "contact_not_found" | "conversation_field_not_found" | "contact_field_not_found" | "contact_segment_not_found" | "contact_bulk_not_found" | "contact_import_not_found" | "broadcast_not_found" | "method_not_allowed" | "request_timeout" | "account_cancelled" | "own_account" | "plan_limit_reached" | "account_required" | "device_not_empty" | "number_in_use" | "already_connected" | "device_disconnected" | "number_unavailable" | "device_not_connected" | "broadcast_not_scheduled" | "device_not_paired" | "upload_offset_wrong" | "upload_incomplete" | "export_running" | "backup_running" | "backup_place_missing" | "export_not_ready" | "media_in_use" | "media_pending" | "media_unavailable" | "no_pairing_code" | "pairing_code_refused" | "contact_bulk_over" | "contact_number_taken" | "no_contact_number" | "conversation_closed" | "no_automation" | "flow_changed" | "flow_simulations_differ" | "flow_in_use" | "site_exists" | "second_factor_active" | "second_factor_missing" | "last_owner" | "owner_exists" | "user_disabled" | "not_merged" | "merge_limit_reached" | "message_in_flight" | "answered_meanwhile" | "ownership_changed" | "secret_limit_reached" | "suggestion_under_way" | "replay_under_way" | "sandbox_number_taken" | "sandbox_refused" | "webhook_disabled" | "media_removed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "api_key_limit_reached" | "broadcast_finished" | "broadcast_not_paused" | "session_unusable" | "idempotency_key_required" | "interactive_body_required" | "interactive_not_supported" | "invalid_official_credentials" | "groups_off" | "invalid_phone" | "auto_reply_limit_reached" | "canned_reply_limit_reached" | "test_question_limit_reached" | "knowledge_limit_reached" | "entry_point_limit_reached" | "widget_limit_reached" | "flow_limit_reached" | "flow_simulation_limit_reached" | "flow_secret_limit_reached" | "team_limit_reached" | "label_limit_reached" | "no_recipients_matched" | "conversation_field_limit_reached" | "contact_field_limit_reached" | "contact_segment_limit_reached" | "contact_bulk_limit_reached" | "no_recipients_targeted" | "not_official_cloud_device" | "qr_not_supported" | "reply_window_closed" | "template_not_approved" | "template_not_found" | "template_refused" | "template_not_sendable" | "message_not_changeable" | "type_not_supported" | "templates_not_supported" | "templates_unreadable" | "sandbox_number_limit_reached" | "storage_limit_reached" | "upload_limit_reached" | "user_limit_reached" | "webhook_limit_reached" | "rate_limited" | "too_many_attempts" | "too_many_pairing_codes" | "headers_too_large" | "internal_error" | "storage_low" | "network_silent" | "service_unavailable";
                    cursor?: string;
                    key_id?: string;
                    method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
                    outcome?: "success" | "error" | "4xx" | "5xx";
                    path?: string;
                    per_page?: number;
                    request_id?: string;
                    since?: string;
                    until?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RequestPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Retention"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeRetention"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Retention"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/retention/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    file_days?: number;
                    message_days?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RetentionPreview"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/devices/{uuid}/age": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgeSandboxDevice"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgedDevice"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/devices/{uuid}/line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    uuid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeSandboxLine"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxLine"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/official-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxOfficialNumbers"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSandboxOfficialNumber"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxOfficialNumberCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/official-numbers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeSandboxOfficialNumber"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxOfficialNumber"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/sandbox/official-numbers/{id}/fault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetSandboxFault"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/official-numbers/{id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxTemplates"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/official-numbers/{id}/templates/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReviewSandboxTemplate"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxTemplate"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/official-numbers/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSandboxToken"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxTokenCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxPhones"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateSandboxPhone"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxPhone"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxChats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}/chats/{peer}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                    peer: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxMessages"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                    peer: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendFromSandboxPhone"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxSentMessage"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}/chats/{peer}/messages/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: string;
                    peer: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "*/*": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}/chats/{peer}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                    peer: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxReadChat"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/sandbox/phones/{number}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ScanSandboxQr"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SandboxScan"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LogIn"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: {
                    everywhere?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LoggedOut"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/session/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProveUser"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    last_event_id?: string;
                };
                header?: {
                    "Last-Event-ID"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/stream/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            last_event_id: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TeamPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateTeam"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Team"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeTeam"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Team"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTemplate"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Template"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChange"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Template"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecondFactor"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeginSecondFactor"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewSecondFactor"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProveSecondFactor"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConfirmSecondFactor"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/totp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProveSecondFactor"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Usage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                    status?: "invited" | "active" | "disabled";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeUser"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/users/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResetUser"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserWithLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/users/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserPresences"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxViews"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SaveInboxView"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InboxView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RegisterWebhook"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeWebhook"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    event?: "message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in" | "webhook.test";
                    kind?: "event" | "replay" | "test";
                    per_page?: number;
                    since?: string;
                    status?: "pending" | "delivered" | "failed" | "held";
                    until?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryPage"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    delivery_id: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    delivery_id: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookEnabled"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReplayEvents"];
                };
            };
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EventsReplayed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RotateSecret"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SecretRotated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/widgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WidgetPage"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWidget"];
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WidgetCreated"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/widgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Widget"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeWidget"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Widget"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/app/api/widgets/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WidgetSecret"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/widgets/{id}/snippet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WidgetSnippet"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/api/widgets/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EntryPointStats"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedReply: {
            /** Format: date-time */
            created_at: string;
            /** @constant */
            direction: "out";
            error?: {
                code: string;
                message: string;
            };
            id: number;
            /** @enum {string} */
            kept_reason?: "held_for_quality_assessment" | "paused";
            pricing?: components["schemas"]["MessagePricing"];
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed";
            template?: components["schemas"]["SentTemplate"];
            /** @enum {string} */
            type: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
            under_way: number[];
            wa_message_id: string | null;
            warning?: {
                code: string;
                message: string;
            };
        };
        AcceptLink: {
            code?: string;
            name?: string;
            password: string;
            token: string;
        };
        AccountExport: {
            error: ("too_large" | "failed") | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            progress: {
                done: number;
                total: number;
            };
            /** Format: date-time */
            requested_at: string;
            requested_by: {
                id: string | null;
                /** @enum {string} */
                type: "api_key" | "operator" | "system" | "user";
            };
            size_bytes: number | null;
            /** @enum {string} */
            status: "waiting" | "running" | "done" | "failed" | "removed";
        };
        AccountExportList: {
            data: components["schemas"]["AccountExport"][];
        };
        ActivateOperatorAccount: {
            /** @default false */
            drop_queued: boolean;
        } | null;
        AddConversationNote: {
            actor?: string;
            body: string;
            mentions?: string[];
        };
        AddKnowledgeSite: {
            /** @default 3 */
            max_depth: number;
            /** @default 1 */
            max_pages: number;
            /** @default null */
            refresh_hours: number | null;
            /** Format: uri */
            url: string;
        };
        AddKnowledgeTableRows: {
            rows: {
                cells: {
                    [key: string]: string;
                };
            }[];
        };
        AddOptOut: {
            phone: string;
        };
        AgedDevice: {
            days: number;
            /** Format: uuid */
            device_uuid: string;
        };
        AgeSandboxDevice: {
            days: number;
        };
        AnsweredKnowledgeGap: {
            faq: components["schemas"]["Faq"];
            gap: components["schemas"]["KnowledgeGap"];
        };
        AnswerFigures: {
            count: number;
            median_open_seconds: number | null;
            median_seconds: number | null;
            on_time: number | null;
            p90_open_seconds: number | null;
            p90_seconds: number | null;
        };
        AnswerKnowledgeGap: {
            answer?: string;
            /** Format: uuid */
            faq_id?: string;
            language?: ("id" | "en" | "pt" | "es") | null;
            questions?: string[];
        };
        ApiKey: {
            allowed_addresses: string[];
            /** Format: date-time */
            created_at: string;
            created_by: {
                id: string | null;
                /** @enum {string} */
                type: "api_key" | "operator" | "system" | "user";
            } | null;
            /** Format: date-time */
            expires_at: string | null;
            id: string;
            last_used_address: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** @enum {string} */
            scope: "full" | "send" | "read";
            user: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
        };
        ApiKeyCreated: {
            allowed_addresses: string[];
            api_key: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            id: string;
            name: string;
            /** @enum {string} */
            scope: "full" | "send" | "read";
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        };
        ApiKeyRevoked: {
            id: string;
            /** Format: date-time */
            revoked_at: string;
        };
        AskAssistant: {
            /** Format: uuid */
            device_uuid?: string;
            question: string;
        };
        Assistant: {
            bands: {
                answer: number;
                clarify: number;
            } | null;
            device_uuids: string[] | null;
            enabled: boolean;
            forbidden_topics: {
                name: string;
                words: string[];
            }[];
            handoff: {
                after_abstentions: number;
                closed_texts: {
                    /** @default null */
                    en: string | null;
                    /** @default null */
                    es: string | null;
                    /** @default null */
                    id: string | null;
                    /** @default null */
                    pt: string | null;
                };
                complaint_words: string[] | null;
                enabled: boolean;
                off_texts: {
                    /** @default null */
                    en: string | null;
                    /** @default null */
                    es: string | null;
                    /** @default null */
                    id: string | null;
                    /** @default null */
                    pt: string | null;
                };
                texts: {
                    /** @default null */
                    en: string | null;
                    /** @default null */
                    es: string | null;
                    /** @default null */
                    id: string | null;
                    /** @default null */
                    pt: string | null;
                };
            };
            introduce: boolean;
            language_model: components["schemas"]["LanguageModel"];
            languages: ("id" | "en" | "pt" | "es")[];
            max_answer_length: number;
            /** @enum {string} */
            mode: "live" | "shadow";
            model: {
                report: {
                    bands: {
                        answer: number;
                        clarify: number;
                    };
                    expected: {
                        answered: number;
                        coverage: number;
                        off_topic_recall: number;
                        precision: number;
                    } | null;
                    faqs: number;
                    passages: number;
                    questions: number;
                    train_ms: number;
                } | null;
                /** @enum {string} */
                state: "none" | "training" | "ready" | "failed";
                /** Format: date-time */
                trained_at: string | null;
            };
            /** @enum {string} */
            schedule: "always" | "open" | "closed";
            scope: string | null;
            start_words: string[] | null;
            synonyms: {
                means: string;
                word: string;
            }[];
            /** @enum {string} */
            tone: "friendly" | "formal" | "neutral";
            /** Format: date-time */
            updated_at: string | null;
        };
        AssistantAnswer: {
            /** @enum {string} */
            action: "answer" | "clarify" | "handoff";
            candidates: {
                /** Format: uuid */
                faq_id: string;
                question: string;
                score: number;
            }[];
            confidence: number;
            is_current: boolean;
            /** @enum {string} */
            language: "id" | "en" | "pt" | "es";
            language_model: ("used" | "not_configured" | "no_sources" | "budget_exceeded" | "busy" | "paused" | "aborted" | "timeout" | "unreachable" | "throttled" | "refused" | "provider_error" | "invalid_answer" | "too_long" | "no_citation" | "wrong_citation" | "wrong_language" | "ungrounded" | "off_topic" | "contradicts") | null;
            /** @enum {string} */
            reason: "faq" | "document" | "table" | "small_talk" | "choices" | "language_model" | "chosen" | "unsure" | "no_knowledge" | "forbidden_topic" | "complaint" | "asked_for_person";
            sources: {
                id: string;
                /** @enum {string} */
                kind: "faq" | "document" | "table";
                row_key?: string;
                title: string | null;
                url: string | null;
            }[];
            text: string;
        };
        AssistantDay: {
            agrees: number;
            answered: components["schemas"]["Share"];
            clarified: components["schemas"]["Share"];
            /** Format: date */
            date: string;
            differs: number;
            handed_off: components["schemas"]["Share"];
            judged: number;
            marked_right: number;
            marked_wrong: number;
            picked: components["schemas"]["Share"];
            right: components["schemas"]["Share"];
            small_talk: number;
            taken_over: components["schemas"]["Share"];
            unclear: number;
        };
        AssistantDevice: {
            agrees: number;
            answered: components["schemas"]["Share"];
            clarified: components["schemas"]["Share"];
            /** Format: uuid */
            device_uuid: string | null;
            differs: number;
            handed_off: components["schemas"]["Share"];
            judged: number;
            marked_right: number;
            marked_wrong: number;
            picked: components["schemas"]["Share"];
            right: components["schemas"]["Share"];
            small_talk: number;
            taken_over: components["schemas"]["Share"];
            unclear: number;
        };
        AssistantEvaluation: {
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            from: string | null;
            history: components["schemas"]["HistoryEvaluation"] | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "history" | "test_questions";
            looked_at: number;
            max_messages: number;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed";
            test: components["schemas"]["TestEvaluation"] | null;
        };
        AssistantEvaluationListed: {
            /** Format: date-time */
            created_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            from: string | null;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "history" | "test_questions";
            looked_at: number;
            max_messages: number;
            /** @enum {string} */
            state: "waiting" | "running" | "done" | "failed";
        };
        AssistantEvaluationPage: {
            data: components["schemas"]["AssistantEvaluationListed"][];
            next_cursor: string | null;
        };
        AssistantExample: {
            /** @enum {string} */
            action: "answer" | "clarify" | "handoff";
            agreement: ("agrees" | "differs" | "unclear") | null;
            answer: string | null;
            /** Format: date-time */
            at: string;
            confidence: number | null;
            /** Format: uuid */
            conversation_id: string;
            /** Format: uuid */
            decision_id: string;
            faq_id: string | null;
            feedback: ("right" | "wrong") | null;
            /** @enum {string} */
            kind: "right" | "wrong" | "unclear" | "not_compared" | "clarified" | "handed_off";
            message_id: number | null;
            question: string;
            /** @enum {string} */
            reason: "faq" | "document" | "table" | "small_talk" | "choices" | "language_model" | "chosen" | "unsure" | "no_knowledge" | "forbidden_topic" | "complaint" | "asked_for_person";
            staff_answer: string | null;
        };
        AssistantReport: {
            days: components["schemas"]["AssistantDay"][];
            devices: components["schemas"]["AssistantDevice"][];
            examples: components["schemas"]["AssistantExample"][];
            /** Format: date */
            from: string;
            is_cut: boolean;
            /** @enum {string} */
            mode: "live" | "shadow";
            timezone: string;
            /** Format: date */
            to: string;
            total: components["schemas"]["AssistantTotals"];
        };
        AssistantTotals: {
            agrees: number;
            answered: components["schemas"]["Share"];
            clarified: components["schemas"]["Share"];
            differs: number;
            handed_off: components["schemas"]["Share"];
            judged: number;
            marked_right: number;
            marked_wrong: number;
            picked: components["schemas"]["Share"];
            right: components["schemas"]["Share"];
            small_talk: number;
            taken_over: components["schemas"]["Share"];
            unclear: number;
        };
        Attention: {
            cost_cap: components["schemas"]["Spending"] | null;
            devices: components["schemas"]["Device"][];
            webhooks: components["schemas"]["Webhook"][];
        };
        AuditEntry: {
            action: string;
            actor: {
                id: string | null;
                /** @enum {string} */
                type: "api_key" | "operator" | "system" | "user";
            };
            address: string | null;
            /** Format: date-time */
            at: string;
            detail: {
                [key: string]: unknown;
            };
            target: string;
        };
        AuditPage: {
            data: components["schemas"]["AuditEntry"][];
            next_cursor: string | null;
        };
        AutomationBreakers: {
            fast_replies: number;
            open_minutes: number;
            per_hour: number;
            per_minute: number;
            same_text: number;
        };
        AutomationDecision: {
            /** @enum {string} */
            automation: "pending" | "answered" | "handed_off" | "none";
            candidates: {
                faq_id: string;
                question: string;
                score: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            decided_at: string | null;
            faq_id: string | null;
            flow_id: string | null;
            /** Format: uuid */
            id: string;
            joined_id: string | null;
            message_id: number | null;
            message_ids: number[];
            ms: number | null;
            node_id: string | null;
            outcome: string | null;
            reason: string | null;
            rule_id: string | null;
            score: number | null;
            shadow: {
                [key: string]: unknown;
            } | null;
            sources: {
                id: string;
                kind: string;
                row_key?: string;
                title: string | null;
            }[];
            stage: string | null;
            /** @enum {string} */
            state: "waiting" | "decided";
        };
        AutomationDecisionPage: {
            data: components["schemas"]["AutomationDecision"][];
            next_cursor: string | null;
        };
        AutomationMedia: {
            /** @enum {string} */
            action: "hand_off" | "reply" | "ignore";
            /** @enum {string} */
            sticker_action: "hand_off" | "reply" | "ignore";
            text: string | null;
        };
        AutomationOrigin: {
            decision_id?: string;
            faq_id?: string;
            flow_id?: string;
            /** @constant */
            is_notice?: true;
            /** @enum {string} */
            kind: "rule" | "flow" | "assistant" | "notice";
            node_id?: string;
            rule_id?: string;
        };
        AutomationReplyDelay: {
            max_seconds: number;
            min_seconds: number;
        };
        AutomationSettings: {
            breakers: components["schemas"]["AutomationBreakers"];
            debounce_seconds: number;
            device_budget_per_minute: number | null;
            exit_words: string[];
            ignored_phones: string[];
            max_age_seconds: number;
            media: components["schemas"]["AutomationMedia"];
            one_text: boolean;
            person_words: string[];
            queue_return_text: string | null;
            queue_text: string | null;
            reply_delay: components["schemas"]["AutomationReplyDelay"];
            typing: boolean;
        };
        AutoReply: {
            add_labels: string[];
            conditions: components["schemas"]["AutoReplyConditions"] | null;
            cooldown_seconds: number;
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            enabled: boolean;
            greet_after_days: number | null;
            greet_always: boolean;
            hand_off: boolean;
            /** @enum {string} */
            hours: "any" | "open" | "closed";
            /** Format: uuid */
            id: string;
            interrupts_flows: boolean;
            /** @enum {string} */
            kind: "greeting" | "away" | "keyword";
            /** @enum {string} */
            match: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
            name: string;
            never_answers: ("no_business_hours" | "schedule_over") | null;
            patterns: string[];
            priority: number;
            remove_labels: string[];
            replies: components["schemas"]["AutoReplyMessage"][];
            schedule: components["schemas"]["AutoReplySchedule"] | null;
            start_flow: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        AutoReplyConditions: {
            ad_ids: string[];
            after_broadcast: boolean | null;
            /** @enum {string} */
            customer: "any" | "new" | "returning";
            entry_point_ids: string[];
            has_labels: string[];
            has_tags: string[];
            lacks_labels: string[];
            lacks_tags: string[];
            language: ("id" | "en" | "pt" | "es") | null;
        };
        AutoReplyMessage: {
            body: string | null;
            interactive: unknown;
            media_id: string | null;
            media_url: string | null;
            template?: components["schemas"]["AutoReplyTemplate"];
            type: string;
        };
        AutoReplyPage: {
            data: components["schemas"]["AutoReply"][];
            next_cursor: string | null;
        };
        AutoReplySchedule: {
            days: string[] | null;
            from: string | null;
            from_date: string | null;
            to: string | null;
            until_date: string | null;
        };
        AutoReplyTemplate: {
            buttons?: string[] | null;
            header_media_id?: string | null;
            header_media_url?: string | null;
            language: string;
            name: string;
            variables?: string[] | {
                [key: string]: string;
            };
        };
        AutoReplyTest: {
            away: components["schemas"]["FiredAutoReply"] | null;
            decision: components["schemas"]["TestedDecision"];
            flow: components["schemas"]["FiredTrigger"] | null;
            greeting: components["schemas"]["FiredAutoReply"] | null;
            hand_off_text: string | null;
            others: components["schemas"]["SilentAutoReply"][];
            rule: components["schemas"]["FiredAutoReply"] | null;
        };
        AutoReplyWarning: {
            /** @enum {string} */
            code: "shadowed" | "shadows" | "opt_out_word" | "person_word" | "schedule_over" | "no_business_hours" | "flow_not_published";
            /** Format: uuid */
            flow_id: string | null;
            message: string;
            patterns: string[];
            /** Format: uuid */
            rule_id: string | null;
        };
        Backup: {
            location: string | null;
            /** Format: date-time */
            made_at: string;
            /** @enum {string} */
            outcome: "done" | "failed";
            size_bytes: number | null;
            /** Format: date-time */
            verified_at: string | null;
        };
        BackupPage: {
            commands: string[];
            data: components["schemas"]["Backup"][];
            next_cursor: string | null;
            nightly: {
                folder: string;
                hour: number;
                kept: number;
            } | null;
            restore: string[];
            run: components["schemas"]["BackupRun"] | null;
        };
        BackupRun: {
            done_bytes: number;
            /** Format: date-time */
            noted_at: string;
            reason: string | null;
            seconds_left: number | null;
            /** @enum {string} */
            state: "copying" | "verifying" | "failed";
            total_bytes: number;
        };
        BeginSecondFactor: {
            password: string;
        };
        Broadcast: {
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            continues_at: string | null;
            /** Format: date-time */
            created_at: string;
            delay_max_seconds: number;
            delay_min_seconds: number;
            /** Format: uuid */
            device_uuid: string;
            failed_count: number;
            /** Format: date-time */
            finish_expected_at: string | null;
            id: number;
            kept_count: number;
            media_id: string | null;
            message_template: string;
            name: string;
            quiet_hours: {
                from: string;
                timezone: string;
                to: string;
            } | null;
            reason: string | null;
            recipients_by_status: {
                failed: number;
                pending: number;
                sent: number;
            };
            retry_of: number | null;
            /** Format: date-time */
            scheduled_at: string | null;
            sent_count: number;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
            template?: components["schemas"]["SentTemplate"];
            total_recipients: number;
            /** @enum {string} */
            type: "text" | "image" | "video" | "document";
            waits_for: ("messaging_limit" | "quiet_hours") | null;
        };
        BroadcastBrief: {
            id: number;
            /** @enum {string} */
            status: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
            total_recipients: number;
        };
        BroadcastFunnel: {
            delivered: number;
            failed: number;
            left_out: number;
            not_read: number;
            not_replied: number;
            opted_out: number;
            read: number;
            replied: number;
            sent: number;
        };
        BroadcastHint: {
            /** @enum {string} */
            code: "not_replaced" | "read_as_choice";
            suggestion: string | null;
            text: string;
        };
        BroadcastItem: {
            /** Format: date-time */
            completed_at: string | null;
            /** Format: date-time */
            continues_at: string | null;
            /** Format: date-time */
            created_at: string;
            delay_max_seconds: number;
            delay_min_seconds: number;
            /** Format: uuid */
            device_uuid: string;
            failed_count: number;
            /** Format: date-time */
            finish_expected_at: string | null;
            id: number;
            kept_count: number;
            media_id: string | null;
            name: string;
            quiet_hours: {
                from: string;
                timezone: string;
                to: string;
            } | null;
            reason: string | null;
            recipients_by_status: {
                failed: number;
                pending: number;
                sent: number;
            };
            retry_of: number | null;
            /** Format: date-time */
            scheduled_at: string | null;
            sent_count: number;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
            total_recipients: number;
            /** @enum {string} */
            type: "text" | "image" | "video" | "document";
            waits_for: ("messaging_limit" | "quiet_hours") | null;
        };
        BroadcastOfContact: {
            /** Format: date-time */
            at: string;
            error: {
                code: string;
                message: string;
            } | null;
            id: number;
            name: string;
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed";
        };
        BroadcastPage: {
            current_page: number;
            data: components["schemas"]["BroadcastItem"][];
            last_page: number;
            per_page: number;
            total: number;
        };
        BroadcastPreview: {
            costs: components["schemas"]["CostEstimate"] | null;
            /** Format: date-time */
            finish_expected_at: string;
            hints: components["schemas"]["BroadcastHint"][];
            messages_per_hour: number | null;
            messaging_limit: {
                days: number;
                people_left: number;
                per_day: number;
            } | null;
            open_windows: number | null;
            opted_out: number;
            same_person: number;
            samples: components["schemas"]["BroadcastSample"][];
            total_recipients: number;
            unreachable: number;
            without_name: number;
        };
        BroadcastRecipient: {
            /** Format: uuid */
            conversation_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            message_id: number;
            name: string | null;
            phone: string;
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed";
            type: string;
        };
        BroadcastRecipientPage: {
            data: components["schemas"]["BroadcastRecipient"][];
            next_cursor: string | null;
        };
        BroadcastSample: {
            contact_id: number;
            name: string;
            phone: string;
            text: string;
        };
        BroadcastsOfContact: {
            data: components["schemas"]["BroadcastOfContact"][];
        };
        BusinessHours: {
            /** Format: date-time */
            changes_at: string | null;
            holidays: {
                /** Format: date */
                date: string;
                hours: components["schemas"]["BusinessHoursSpan"][];
                name?: string;
            }[];
            is_open: boolean;
            /** @enum {string} */
            source: "device" | "account" | "default";
            timezone: string;
            weekly: {
                friday: components["schemas"]["BusinessHoursSpan"][];
                monday: components["schemas"]["BusinessHoursSpan"][];
                saturday: components["schemas"]["BusinessHoursSpan"][];
                sunday: components["schemas"]["BusinessHoursSpan"][];
                thursday: components["schemas"]["BusinessHoursSpan"][];
                tuesday: components["schemas"]["BusinessHoursSpan"][];
                wednesday: components["schemas"]["BusinessHoursSpan"][];
            };
        };
        BusinessHoursSpan: {
            from: string;
            to: string;
        };
        /** Buttons */
        ButtonMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                buttons: {
                    id: string;
                    title: string;
                }[];
                footer?: string | null;
                header?: string | null;
            };
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "button";
            view_once?: null;
            voice?: null;
        };
        /** Buttons */
        ButtonReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                buttons: {
                    id: string;
                    title: string;
                }[];
                footer?: string | null;
                header?: string | null;
            };
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "button";
            view_once?: null;
            voice?: null;
        };
        CannedReply: {
            body: string;
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            /** Format: uuid */
            id: string;
            language: string | null;
            media: components["schemas"]["UploadedMedia"] | null;
            shortcut: string;
            title: string;
            /** Format: date-time */
            updated_at: string;
        };
        CannedReplyPage: {
            data: components["schemas"]["CannedReply"][];
            next_cursor: string | null;
        };
        /** Whole catalogue */
        CatalogMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                footer?: string | null;
                product_id: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "catalog";
            view_once?: null;
            voice?: null;
        };
        /** Whole catalogue */
        CatalogReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                footer?: string | null;
                product_id: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "catalog";
            view_once?: null;
            voice?: null;
        };
        ChangeAssistant: {
            bands?: {
                answer: number;
                clarify: number;
            } | null;
            device_uuids?: string[] | null;
            enabled?: boolean;
            forbidden_topics?: {
                name: string;
                words: string[];
            }[];
            handoff?: {
                after_abstentions?: number;
                closed_texts?: {
                    en?: string | null;
                    es?: string | null;
                    id?: string | null;
                    pt?: string | null;
                };
                complaint_words?: string[] | null;
                enabled?: boolean;
                off_texts?: {
                    en?: string | null;
                    es?: string | null;
                    id?: string | null;
                    pt?: string | null;
                };
                texts?: {
                    en?: string | null;
                    es?: string | null;
                    id?: string | null;
                    pt?: string | null;
                };
            };
            introduce?: boolean;
            language_model?: components["schemas"]["LanguageModelField"];
            languages?: ("id" | "en" | "pt" | "es")[];
            max_answer_length?: number;
            /** @enum {string} */
            mode?: "live" | "shadow";
            /** @enum {string} */
            schedule?: "always" | "open" | "closed";
            scope?: string | null;
            start_words?: string[] | null;
            synonyms?: {
                means: string;
                word: string;
            }[];
            /** @enum {string} */
            tone?: "friendly" | "formal" | "neutral";
        };
        ChangeAutomationSettings: {
            breakers?: {
                fast_replies?: number;
                open_minutes?: number;
                per_hour?: number;
                per_minute?: number;
                same_text?: number;
            };
            debounce_seconds?: number;
            device_budget_per_minute?: number | null;
            exit_words?: string[] | null;
            ignored_phones?: string[];
            max_age_seconds?: number;
            media?: {
                /** @enum {string} */
                action?: "hand_off" | "reply" | "ignore";
                /** @enum {string} */
                sticker_action?: "hand_off" | "reply" | "ignore";
                text?: string | null;
            };
            one_text?: boolean;
            person_words?: string[] | null;
            queue_return_text?: string | null;
            queue_text?: string | null;
            reply_delay?: {
                max_seconds?: number;
                min_seconds?: number;
            };
            typing?: boolean;
        };
        ChangeAutoReply: {
            add_labels?: string[];
            conditions?: {
                ad_ids?: string[];
                after_broadcast?: boolean | null;
                /** @enum {string} */
                customer?: "any" | "new" | "returning";
                entry_point_ids?: string[];
                has_labels?: string[];
                has_tags?: string[];
                lacks_labels?: string[];
                lacks_tags?: string[];
                language?: ("id" | "en" | "pt" | "es") | null;
            } | null;
            cooldown_seconds?: number;
            device_uuids?: string[] | null;
            enabled?: boolean;
            greet_after_days?: number | null;
            greet_always?: boolean;
            hand_off?: boolean;
            /** @enum {string} */
            hours?: "any" | "open" | "closed";
            interrupts_flows?: boolean;
            /** @enum {string} */
            match?: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
            name?: string;
            patterns?: string[];
            priority?: number;
            remove_labels?: string[];
            replies?: ({
                body: string;
                interactive?: null;
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "text";
            } | {
                body?: string | null;
                interactive?: null;
                media_id?: string | null;
                media_url?: string | null;
                /** @enum {string} */
                type: "image" | "document" | "audio" | "video";
            } | {
                body: string;
                interactive: {
                    buttons: {
                        id: string;
                        title: string;
                    }[];
                    footer?: string | null;
                    header?: string | null;
                };
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "button";
            } | {
                body: string;
                interactive: {
                    button_text: string;
                    footer?: string | null;
                    header?: string | null;
                    sections: {
                        rows: {
                            description?: string | null;
                            id: string;
                            title: string;
                        }[];
                        title?: string | null;
                    }[];
                };
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "list";
            } | {
                body?: null;
                interactive?: null;
                media_id?: null;
                media_url?: null;
                template: components["schemas"]["MessageTemplate"];
                /** @constant */
                type: "template";
            })[];
            schedule?: {
                days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
                from?: string | null;
                from_date?: string | null;
                to?: string | null;
                until_date?: string | null;
            } | null;
            start_flow?: string | null;
        };
        ChangeBroadcast: {
            contact_ids?: number[] | null;
            delay_max_seconds?: number | null;
            delay_min_seconds?: number | null;
            media_id?: string | null;
            media_url?: string | null;
            message_template?: string | null;
            name?: string;
            quiet_hours?: {
                from: string;
                timezone?: string;
                to: string;
            } | null;
            recipients_of?: {
                broadcast_id: number;
                /** @enum {string} */
                stage: "all" | "failed" | "left_out" | "sent" | "delivered" | "read" | "replied" | "opted_out" | "not_read" | "not_replied";
            } | null;
            scheduled_at?: string | null;
            segment_id?: string | null;
            tags?: string[] | null;
            template?: components["schemas"]["MessageTemplate"] | null;
            type?: ("text" | "image" | "video" | "document") | null;
        };
        ChangeCannedReply: {
            body?: string;
            device_uuids?: string[] | null;
            language?: string | null;
            media_id?: string | null;
            shortcut?: string;
            title?: string;
        };
        ChangeConversationFields: {
            actor?: string;
            fields: {
                [key: string]: string | number | boolean | null;
            };
        };
        ChangeConversationLabels: {
            actor?: string;
            add?: string[];
            remove?: string[];
        };
        ChangeConversationSettings: {
            /** @enum {string} */
            auto_assign?: "off" | "round_robin";
            bot_idle_close_minutes?: number;
            first_answer_minutes?: number | null;
            human_idle_return_minutes?: number | null;
            max_open_per_user?: number | null;
            next_answer_minutes?: number | null;
            queue_return_minutes?: number | null;
            rating_request?: {
                /** @default 5 */
                delay_minutes: number;
                /** @default 30 */
                pause_days: number;
                /** @default true */
                says_thanks: boolean;
                /** @default {} */
                texts: {
                    [key: string]: string;
                };
                /** @default {} */
                thanks_texts: {
                    [key: string]: string;
                };
            } | null;
            /** @enum {string} */
            read_receipts?: "never" | "on_reply" | "on_open";
            reject_calls_text?: string | null;
            senders_as_contacts?: boolean;
        };
        ChangeDevice: {
            /** @enum {string} */
            group_automation?: "off" | "mentioned";
            /** @enum {string} */
            groups?: "off" | "on";
            label?: string;
        };
        ChangedKnowledgeTableRows: {
            data: components["schemas"]["KnowledgeTableRow"][];
        };
        ChangeEntryPoint: {
            /** Format: uuid */
            device_uuid?: string;
            enabled?: boolean;
            expires_at?: string | null;
            name?: string;
            slug?: string;
            text?: string;
        };
        ChangeFaq: {
            answer?: string;
            device_uuids?: string[] | null;
            enabled?: boolean;
            language?: ("id" | "en" | "pt" | "es") | null;
            questions?: string[];
        };
        ChangeFlow: {
            definition?: {
                [key: string]: unknown;
            };
            device_uuids?: string[] | null;
            draft_version?: number;
            name?: string;
        };
        ChangeKnowledgeDocument: {
            enabled?: boolean;
            title?: string;
        };
        ChangeKnowledgeSite: {
            max_depth?: number;
            max_pages?: number;
            refresh_hours?: number | null;
        };
        ChangeKnowledgeTable: {
            columns?: {
                name: string;
                /** @enum {string} */
                role: "name" | "variant" | "key" | "aliases" | "price" | "stock" | "unit" | "text" | "hidden";
            }[];
            currency?: string | null;
            device_uuids?: string[] | null;
            enabled?: boolean;
            name?: string;
        };
        ChangeKnowledgeTableRows: {
            rows: {
                cells: {
                    [key: string]: string;
                };
                key: string;
            }[];
        };
        ChangeLabel: {
            /** @enum {string} */
            color?: "gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple";
            name?: string;
        };
        ChangeMe: {
            current_password?: string;
            name?: string;
            password?: string;
        };
        ChangeOperatorAccount: {
            name?: string;
            plan?: string;
            /** @enum {string} */
            unresolved?: "fail" | "resend";
        };
        ChangeRetention: {
            event_days?: number | null;
            file_days?: number | null;
            message_days?: number | null;
        };
        ChangeSandboxLine: {
            /** @enum {string} */
            action: "drop" | "restore" | "logout" | "ban";
        };
        ChangeSandboxOfficialNumber: {
            /** @enum {string} */
            quality_rating?: "GREEN" | "YELLOW" | "RED" | "UNKNOWN";
            /** @enum {string} */
            state?: "active" | "banned" | "locked" | "restricted" | "unregistered" | "deleted";
        };
        ChangeTeam: {
            member_ids?: string[];
            name?: string;
        };
        ChangeUser: {
            device_uuids?: string[] | null;
            name?: string;
            revoke_api_keys?: boolean;
            /** @enum {string} */
            role?: "agent" | "admin" | "owner";
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        ChangeWebhook: {
            device_uuids?: string[] | null;
            events?: ("message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in")[];
        };
        ChangeWidget: {
            allowed_origins?: string[];
            color?: string;
            /** Format: uuid */
            device_uuid?: string;
            enabled?: boolean;
            greeting?: string;
            identity_required?: boolean;
            language?: ("en" | "id" | "pt" | "es") | null;
            /** @enum {string} */
            mode?: "button" | "chat";
            name?: string;
            text?: string;
            /** @enum {string} */
            theme?: "auto" | "light" | "dark";
        };
        CheckedContact: {
            country: string | null;
            input: string;
            local: {
                country: string | null;
                number: string;
                tags: string[] | null;
            } | null;
            number: string | null;
            tags: string[] | null;
        };
        CheckedContacts: {
            data: components["schemas"]["CheckedContact"][];
        };
        CheckedNumber: {
            country: string | null;
            hint: string | null;
            input: string;
            local: {
                country: string | null;
                number: string;
            } | null;
            number: string | null;
            on_network: boolean | null;
            plausible: boolean;
        };
        CheckedNumbers: {
            data: components["schemas"]["CheckedNumber"][];
        };
        CheckNumbers: {
            device_uuid: string;
            numbers: string[];
        };
        ConfirmSecondFactor: {
            code: string;
        };
        ConsentChange: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            change: "opted_out" | "opted_in";
            phone: string;
            /** @enum {string} */
            reason: "keyword" | "account" | "preference" | "refusal";
            word: string | null;
        };
        Contact: {
            /** Format: date-time */
            created_at: string;
            email: string | null;
            fields: {
                [key: string]: string | number | boolean;
            };
            id: number;
            name: string;
            notes: string | null;
            phone: string;
            tags: string[];
            /** Format: date-time */
            updated_at: string;
        };
        ContactBatch: {
            contacts: components["schemas"]["ContactUpsert"][];
            import_id?: string | null;
        };
        ContactBatchResult: {
            created: number;
            updated: number;
        };
        ContactBrief: {
            id: number;
            phone: string;
        };
        ContactBulk: {
            /** @enum {string} */
            action: "tag" | "untag" | "delete";
            changed: number;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            matched: number;
            restored: number;
            /** @enum {string} */
            status: "running" | "done" | "undoing" | "undone";
            tags: string[];
            undo_until: string | null;
        };
        ContactBulkCount: {
            matched: number;
        };
        ContactBulkRequest: {
            /** @enum {string} */
            action: "tag" | "untag" | "delete";
            contact_ids?: number[];
            dry_run?: boolean;
            filter?: {
                active_days?: number;
                /** @enum {string} */
                consent?: "opted_out" | "not_opted_out";
                fields?: string;
                q?: string;
                /** Format: uuid */
                segment?: string;
                silent_days?: number;
                tag?: string;
            };
            tags?: string[];
        };
        ContactBulks: {
            data: components["schemas"]["ContactBulk"][];
        };
        ContactChange: {
            email?: string | null;
            fields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            name?: string | null;
            notes?: string | null;
            phone?: string;
            tags?: string[] | null;
            tags_add?: string[] | null;
            tags_remove?: string[] | null;
        };
        ContactCheck: {
            phones: string[];
        };
        ContactConsent: {
            changes: components["schemas"]["ConsentChange"][];
            opt_outs: components["schemas"]["OptOut"][];
            opted_out: boolean;
        };
        ContactDetails: {
            email?: string | null;
            fields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            name?: string | null;
            notes?: string | null;
            tags?: string[] | null;
            tags_add?: string[] | null;
            tags_remove?: string[] | null;
        };
        ContactField: {
            choices: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            type: "text" | "number" | "date" | "yes_no" | "choice";
        };
        ContactFieldChange: {
            choices: string[];
        };
        ContactFieldCreate: {
            choices?: string[];
            name: string;
            /** @enum {string} */
            type: "text" | "number" | "date" | "yes_no" | "choice";
        };
        ContactFields: {
            data: components["schemas"]["ContactField"][];
        };
        ContactFieldUse: {
            choices: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
            segments: string[];
            /** @enum {string} */
            type: "text" | "number" | "date" | "yes_no" | "choice";
            values: number;
        };
        ContactImport: {
            changed: number;
            created: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            undo_until: string;
            undone_at: string | null;
        };
        ContactImports: {
            data: components["schemas"]["ContactImport"][];
        };
        ContactOfConversation: {
            contact: components["schemas"]["Contact"] | null;
            opted_out: boolean;
        };
        ContactOptedInEvent: {
            device_uuid: null;
            /** @constant */
            event: "contact.opted_in";
            /** Format: uuid */
            event_id: string;
            phone: string;
            /** Format: date-time */
            timestamp: string;
        };
        ContactOptedOutEvent: {
            device_uuid: null;
            /** @constant */
            event: "contact.opted_out";
            /** Format: uuid */
            event_id: string;
            phone: string;
            /** @enum {string} */
            reason: "keyword" | "account" | "preference" | "refusal";
            /** Format: date-time */
            timestamp: string;
            word: string | null;
        };
        ContactPage: {
            current_page: number;
            data: components["schemas"]["Contact"][];
            last_page: number;
            per_page: number;
            total: number;
        };
        ContactSegment: {
            /** Format: date-time */
            created_at: string;
            filter: components["schemas"]["ContactSegmentFilter"];
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            updated_at: string;
        };
        ContactSegmentChange: {
            filter?: {
                active_days?: number;
                /** @enum {string} */
                consent?: "opted_out" | "not_opted_out";
                fields?: string;
                q?: string;
                silent_days?: number;
                tag?: string;
            };
            name?: string;
        };
        ContactSegmentCreate: {
            filter: {
                active_days?: number;
                /** @enum {string} */
                consent?: "opted_out" | "not_opted_out";
                fields?: string;
                q?: string;
                silent_days?: number;
                tag?: string;
            };
            name: string;
        };
        ContactSegmentFilter: {
            active_days?: number;
            /** @enum {string} */
            consent?: "opted_out" | "not_opted_out";
            fields?: string;
            q?: string;
            silent_days?: number;
            tag?: string;
        };
        ContactSegments: {
            data: components["schemas"]["ContactSegment"][];
        };
        /** Contact cards */
        ContactsMessage: {
            body?: null;
            contacts: {
                addresses?: {
                    city?: string | null;
                    country?: string | null;
                    country_code?: string | null;
                    state?: string | null;
                    street?: string | null;
                    type?: string;
                    zip?: string | null;
                }[];
                birthday?: string;
                emails?: {
                    email: string;
                    type?: string;
                }[];
                name: {
                    first_name?: string | null;
                    formatted_name: string;
                    last_name?: string | null;
                    middle_name?: string | null;
                    prefix?: string | null;
                    suffix?: string | null;
                };
                org?: {
                    company?: string | null;
                    department?: string | null;
                    title?: string | null;
                };
                phones?: {
                    phone: string;
                    type?: string;
                    wa_id?: string;
                }[];
                urls?: {
                    type?: string;
                    /** Format: uri */
                    url: string;
                }[];
            }[];
            device_uuid: string;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "contacts";
            view_once?: null;
            voice?: null;
        };
        /** Contact cards */
        ContactsReply: {
            actor?: string;
            body?: null;
            contacts: {
                addresses?: {
                    city?: string | null;
                    country?: string | null;
                    country_code?: string | null;
                    state?: string | null;
                    street?: string | null;
                    type?: string;
                    zip?: string | null;
                }[];
                birthday?: string;
                emails?: {
                    email: string;
                    type?: string;
                }[];
                name: {
                    first_name?: string | null;
                    formatted_name: string;
                    last_name?: string | null;
                    middle_name?: string | null;
                    prefix?: string | null;
                    suffix?: string | null;
                };
                org?: {
                    company?: string | null;
                    department?: string | null;
                    title?: string | null;
                };
                phones?: {
                    phone: string;
                    type?: string;
                    wa_id?: string;
                }[];
                urls?: {
                    type?: string;
                    /** Format: uri */
                    url: string;
                }[];
            }[];
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "contacts";
            view_once?: null;
            voice?: null;
        };
        ContactTag: {
            contacts: number;
            name: string;
        };
        ContactTagPage: {
            data: components["schemas"]["ContactTag"][];
            next_cursor: string | null;
        };
        ContactUpsert: {
            email?: string | null;
            fields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            name?: string | null;
            phone: string;
            tags?: string[] | null;
            tags_add?: string[] | null;
            tags_remove?: string[] | null;
        };
        Conversation: {
            /** Format: date-time */
            answer_due_at: string | null;
            assignee: string | null;
            automation_suppressed: boolean;
            /** @constant */
            chat?: "group";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string | null;
            episode: number;
            fields: {
                [key: string]: string | number | boolean;
            };
            first_touch: components["schemas"]["Touch"] | null;
            found_excerpt?: string;
            found_message_id?: string;
            /** Format: uuid */
            id: string;
            labels: string[];
            /** Format: date-time */
            last_at: string;
            /** Format: date-time */
            last_customer_at: string | null;
            last_customer_message?: components["schemas"]["ConversationMessage"];
            /** Format: date-time */
            last_human_at: string | null;
            last_message: components["schemas"]["ConversationMessage"] | null;
            last_touch: components["schemas"]["Touch"] | null;
            owner_reason: string | null;
            /** Format: date-time */
            owner_since: string;
            /** @enum {string} */
            owner_state: "bot" | "human_waiting" | "human_active" | "closed";
            ownership_version: number;
            person: {
                /** Format: uuid */
                id: string;
                name: string | null;
                phone: string;
            };
            /** Format: date-time */
            reply_window_until: string | null;
            /** Format: date-time */
            snoozed_until: string | null;
            /** Format: date-time */
            standby_since: string | null;
            takes_free_text: boolean;
            team: string | null;
            unread: number;
            /** Format: date-time */
            waiting_since: string | null;
        };
        ConversationCount: {
            assigned: boolean;
            count: number;
            group: boolean;
            mine: boolean;
            /** @enum {string} */
            owner_state: "bot" | "human_waiting" | "human_active" | "closed";
            snoozed: boolean;
            takeable?: number;
            unread: boolean;
            waiting: boolean;
        };
        ConversationCounts: {
            data: components["schemas"]["ConversationCount"][];
        };
        ConversationFigures: {
            data: components["schemas"]["ConversationFiguresRow"][];
            /** Format: date */
            from: string;
            timezone: string;
            /** Format: date */
            to: string;
            total: components["schemas"]["ConversationTotals"];
        };
        ConversationFiguresRow: {
            assigned: number;
            bot_answers: number;
            date?: string;
            /** Format: uuid */
            device_uuid?: string | null;
            first_answers: components["schemas"]["AnswerFigures"];
            hour?: number;
            messages_in: number | null;
            next_answers: components["schemas"]["AnswerFigures"];
            open: number | null;
            opened: number | null;
            person?: components["schemas"]["FigurePerson"];
            resolved: number;
            waiting: number | null;
            weekday?: number;
        };
        ConversationMessage: {
            actor?: string;
            answers?: {
                label: string;
                name: string;
                value: string;
            }[];
            /** @enum {string} */
            author: "api" | "broadcast" | "staff" | "bot" | "phone" | "customer";
            automation?: components["schemas"]["AutomationOrigin"];
            body: string | null;
            call?: {
                /** @enum {string} */
                action: "made" | "missed" | "planned" | "cancelled" | "message";
                seconds: number | null;
                /** Format: date-time */
                starts_at: string | null;
                title: string | null;
                video: boolean;
            };
            choices?: {
                description: string | null;
                id: string | null;
                phone: string | null;
                title: string;
                url: string | null;
            }[];
            contacts?: {
                company?: string;
                emails?: string[];
                name: string | null;
                phones: string[];
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            deleted_at?: string;
            /** @enum {string} */
            direction: "in" | "out";
            edit_of?: string;
            edits?: {
                /** Format: date-time */
                at: string;
                body: string | null;
            }[];
            error?: {
                code: string;
                message: string;
            };
            event?: {
                cancelled: boolean;
                description: string | null;
                /** Format: date-time */
                ends_at: string | null;
                link: string | null;
                name: string | null;
                place: string | null;
                /** Format: date-time */
                starts_at: string | null;
            };
            /** @constant */
            forwarded?: true;
            id: number | null;
            /** @constant */
            imported?: true;
            interactive: unknown;
            invite?: {
                code: string | null;
                /** Format: date-time */
                expires_at: string | null;
                name: string | null;
                /** @enum {string} */
                to: "group" | "channel" | "channel_admin";
            };
            /** @enum {string} */
            kept_reason?: "held_for_quality_assessment" | "paused";
            /** @enum {string} */
            kind?: "location" | "contacts" | "sticker" | "sticker_pack" | "poll" | "order" | "product" | "answers" | "choices" | "event" | "payment" | "invite" | "call" | "phone_request" | "phone_only" | "view_once" | "unreadable" | "unknown";
            location?: {
                address: string | null;
                latitude: number;
                live: boolean;
                longitude: number;
                name: string | null;
            };
            media?: components["schemas"]["MessageFile"];
            media_id?: string;
            media_url: string | null;
            note?: string | null;
            order?: {
                currency: string | null;
                id: string | null;
                item_count: number | null;
                items: {
                    currency: string | null;
                    name: string | null;
                    price: number | null;
                    product_id: string | null;
                    quantity: number;
                }[];
                title: string | null;
                total: number | null;
            };
            payment?: {
                /** @enum {string} */
                action: "request" | "payment" | "declined" | "cancelled" | "setup" | "invoice";
                amount: number | null;
                currency: string | null;
                /** Format: date-time */
                expires_at: string | null;
            };
            poll?: {
                options: string[];
                question: string;
            };
            product?: {
                catalog_id: string | null;
                currency: string | null;
                description: string | null;
                id: string | null;
                price: number | null;
                title: string | null;
                url: string | null;
            };
            quote?: {
                /** @enum {string} */
                author: "us" | "them";
                /** @constant */
                deleted?: true;
                /** @constant */
                edited?: true;
                excerpt: string | null;
                known: boolean;
                type: string | null;
                wa_message_id: string;
            };
            reactions?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                author: "us" | "them";
                emoji: string;
                member?: components["schemas"]["GroupMember"];
            }[];
            sender?: components["schemas"]["GroupMember"];
            /** @constant */
            source?: "automation";
            /** @constant */
            standby?: true;
            status: string;
            sticker_pack?: {
                name: string | null;
                publisher: string | null;
                stickers: number;
            };
            template?: components["schemas"]["SentTemplate"];
            type: string;
            unknown?: {
                name: string;
            };
            /** @constant */
            view_once?: true;
            /** @constant */
            voice?: true;
            votes?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                author: "us" | "them";
                member?: components["schemas"]["GroupMember"];
            }[];
            wa_message_id: string | null;
            warning?: {
                code: string;
                message: string;
            };
        };
        ConversationMessagePage: {
            data: components["schemas"]["ConversationMessage"][];
            newer_cursor?: string | null;
            next_cursor: string | null;
        };
        ConversationOwnerChanged: {
            /** Format: date-time */
            answer_due_at: string | null;
            assignee: string | null;
            automation_suppressed: boolean;
            /** @constant */
            chat?: "group";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string | null;
            episode: number;
            fields: {
                [key: string]: string | number | boolean;
            };
            first_touch: components["schemas"]["Touch"] | null;
            found_excerpt?: string;
            found_message_id?: string;
            /** Format: uuid */
            id: string;
            labels: string[];
            /** Format: date-time */
            last_at: string;
            /** Format: date-time */
            last_customer_at: string | null;
            last_customer_message?: components["schemas"]["ConversationMessage"];
            /** Format: date-time */
            last_human_at: string | null;
            last_message: components["schemas"]["ConversationMessage"] | null;
            last_touch: components["schemas"]["Touch"] | null;
            owner_reason: string | null;
            /** Format: date-time */
            owner_since: string;
            /** @enum {string} */
            owner_state: "bot" | "human_waiting" | "human_active" | "closed";
            ownership_version: number;
            person: {
                /** Format: uuid */
                id: string;
                name: string | null;
                phone: string;
            };
            /** Format: date-time */
            reply_window_until: string | null;
            /** Format: date-time */
            snoozed_until: string | null;
            /** Format: date-time */
            standby_since: string | null;
            takes_free_text: boolean;
            team: string | null;
            under_way: number[];
            unread: number;
            /** Format: date-time */
            waiting_since: string | null;
        };
        ConversationPage: {
            data: components["schemas"]["Conversation"][];
            next_cursor: string | null;
        };
        ConversationRatedEvent: {
            /** Format: date-time */
            asked_at: string;
            comment: string | null;
            /** Format: uuid */
            conversation_id: string;
            device_uuid: string | null;
            /** @constant */
            event: "conversation.rated";
            /** Format: uuid */
            event_id: string;
            phone: string;
            resolved_by: string;
            score: number;
            /** Format: date-time */
            timestamp: string;
        };
        ConversationSettings: {
            /** @enum {string} */
            auto_assign: "off" | "round_robin";
            bot_idle_close_minutes: number;
            first_answer_minutes: number | null;
            human_idle_return_minutes: number | null;
            max_open_per_user: number | null;
            next_answer_minutes: number | null;
            queue_return_minutes: number | null;
            rating_request: {
                /** @default 5 */
                delay_minutes: number;
                /** @default 30 */
                pause_days: number;
                /** @default true */
                says_thanks: boolean;
                /** @default {} */
                texts: {
                    [key: string]: string;
                };
                /** @default {} */
                thanks_texts: {
                    [key: string]: string;
                };
            } | null;
            /** @enum {string} */
            read_receipts: "never" | "on_reply" | "on_open";
            reject_calls_text: string | null;
            senders_as_contacts: boolean;
        };
        ConversationTotals: {
            assigned: number;
            bot_answers: number;
            first_answers: components["schemas"]["AnswerFigures"];
            messages_in: number | null;
            next_answers: components["schemas"]["AnswerFigures"];
            open: number | null;
            opened: number | null;
            resolved: number;
            waiting: number | null;
        };
        ConversationUpdatedEvent: {
            actor: string;
            assignee: string | null;
            automation_suppressed: boolean;
            /** @enum {string} */
            change: "opened" | "taken_over" | "handed_off" | "given_back" | "assigned" | "unassigned" | "resolved" | "labelled" | "automation_off" | "automation_on" | "merged" | "unmerged" | "snoozed" | "snooze_ended" | "number_changed" | "team_changed" | "fields_changed";
            /** Format: uuid */
            conversation_id: string;
            device_uuid: string | null;
            /** @constant */
            event: "conversation.updated";
            /** Format: uuid */
            event_id: string;
            fields: {
                [key: string]: string | number | boolean;
            };
            labels: string[];
            /** @enum {string} */
            owner_state: "bot" | "human_waiting" | "human_active" | "closed";
            ownership_version: number;
            phone: string;
            /** Format: date-time */
            snoozed_until: string | null;
            team: string | null;
            /** Format: date-time */
            timestamp: string;
        };
        ConversationViewer: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            state: "viewing" | "typing";
        };
        ConversationViewers: {
            data: components["schemas"]["ConversationViewer"][];
        };
        Cost: {
            amounts: {
                amount: string;
                currency: string;
            }[];
            billable: number;
            messages: number;
            without_rate: number;
        };
        CostCap: {
            amount: string;
            currency: string;
        };
        CostCapSetting: {
            cap: components["schemas"]["Spending"] | null;
            currencies: string[];
        };
        CostEstimate: {
            amounts: {
                amount: string;
                currency: string;
            }[];
            category: string;
            exceeds_cap: boolean;
            free: number;
            markets: components["schemas"]["MarketEstimate"][];
            messages: number;
            without_rate: number;
        };
        CostRow: {
            amounts: {
                amount: string;
                currency: string;
            }[];
            automation?: {
                id: string | null;
                kind: string;
            };
            billable: number;
            broadcast_id?: number;
            category?: string;
            date?: string;
            /** Format: uuid */
            device_uuid?: string;
            messages: number;
            without_rate: number;
        };
        Costs: {
            data: components["schemas"]["CostRow"][];
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            total: components["schemas"]["Cost"];
        };
        CreateApiKey: {
            allowed_addresses?: string[] | null;
            expires_at?: string | null;
            name: string;
            /** @enum {string} */
            scope: "full" | "send" | "read";
        };
        CreateAutoReply: {
            /** @default [] */
            add_labels: string[];
            /** @default null */
            conditions: {
                /** @default [] */
                ad_ids: string[];
                /** @default null */
                after_broadcast: boolean | null;
                /**
                 * @default any
                 * @enum {string}
                 */
                customer: "any" | "new" | "returning";
                /** @default [] */
                entry_point_ids: string[];
                /** @default [] */
                has_labels: string[];
                /** @default [] */
                has_tags: string[];
                /** @default [] */
                lacks_labels: string[];
                /** @default [] */
                lacks_tags: string[];
                /** @default null */
                language: ("id" | "en" | "pt" | "es") | null;
            } | null;
            /** @default 0 */
            cooldown_seconds: number;
            /** @default null */
            device_uuids: string[] | null;
            /** @default true */
            enabled: boolean;
            /** @default null */
            greet_after_days: number | null;
            /** @default false */
            greet_always: boolean;
            /** @default false */
            hand_off: boolean;
            /** @enum {string} */
            hours?: "any" | "open" | "closed";
            /** @default false */
            interrupts_flows: boolean;
            /** @enum {string} */
            kind: "greeting" | "away" | "keyword";
            /**
             * @default word
             * @enum {string}
             */
            match: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
            name: string;
            /** @default [] */
            patterns: string[];
            /** @default 100 */
            priority: number;
            /** @default [] */
            remove_labels: string[];
            replies?: ({
                body: string;
                interactive?: null;
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "text";
            } | {
                body?: string | null;
                interactive?: null;
                media_id?: string | null;
                media_url?: string | null;
                /** @enum {string} */
                type: "image" | "document" | "audio" | "video";
            } | {
                body: string;
                interactive: {
                    buttons: {
                        id: string;
                        title: string;
                    }[];
                    footer?: string | null;
                    header?: string | null;
                };
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "button";
            } | {
                body: string;
                interactive: {
                    button_text: string;
                    footer?: string | null;
                    header?: string | null;
                    sections: {
                        rows: {
                            description?: string | null;
                            id: string;
                            title: string;
                        }[];
                        title?: string | null;
                    }[];
                };
                media_id?: null;
                media_url?: null;
                /** @constant */
                type: "list";
            } | {
                body?: null;
                interactive?: null;
                media_id?: null;
                media_url?: null;
                template: components["schemas"]["MessageTemplate"];
                /** @constant */
                type: "template";
            })[];
            schedule?: {
                days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
                from?: string | null;
                from_date?: string | null;
                to?: string | null;
                until_date?: string | null;
            } | null;
            /** @default null */
            start_flow: string | null;
        };
        CreateBroadcast: {
            contact_ids?: number[] | null;
            delay_max_seconds?: number | null;
            delay_min_seconds?: number | null;
            /** Format: uuid */
            device_uuid: string;
            media_id?: string | null;
            media_url?: string | null;
            message_template?: string | null;
            name: string;
            quiet_hours?: {
                from: string;
                timezone?: string;
                to: string;
            } | null;
            recipients_of?: {
                broadcast_id: number;
                /** @enum {string} */
                stage: "all" | "failed" | "left_out" | "sent" | "delivered" | "read" | "replied" | "opted_out" | "not_read" | "not_replied";
            } | null;
            scheduled_at?: string | null;
            segment_id?: string | null;
            tags?: string[] | null;
            template?: components["schemas"]["MessageTemplate"] | null;
            type?: ("text" | "image" | "video" | "document") | null;
        };
        CreateCannedReply: {
            body: string;
            device_uuids?: string[] | null;
            language?: string | null;
            media_id?: string | null;
            shortcut: string;
            title: string;
        };
        CreatedBroadcast: {
            hints?: components["schemas"]["BroadcastHint"][];
            id: number;
            /** @enum {string} */
            status: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
            total_recipients: number;
        };
        CreateDevice: components["schemas"]["CreateEconomyDevice"] | components["schemas"]["CreateOfficialDevice"];
        CreateEconomyDevice: {
            /** @constant */
            engine?: "economy";
            label: string;
        };
        CreateEntryPoint: {
            /** Format: uuid */
            device_uuid: string;
            /** @default true */
            enabled: boolean;
            expires_at?: string | null;
            name: string;
            slug?: string;
            /** @default  */
            text: string;
        };
        CreateFaq: {
            answer: string;
            device_uuids?: string[] | null;
            enabled?: boolean;
            language?: ("id" | "en" | "pt" | "es") | null;
            question?: string;
            questions?: string[];
        };
        CreateFlow: {
            definition?: {
                [key: string]: unknown;
            };
            device_uuids?: string[] | null;
            name: string;
        };
        CreateLabel: {
            /** @enum {string} */
            color?: "gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple";
            name: string;
        };
        CreateOfficialDevice: {
            /** @constant */
            engine: "official_cloud";
            label: string;
            official_access_token: string;
            official_app_secret?: string;
            official_phone_number_id: string;
        };
        CreateOperatorAccount: {
            /** @default 62 */
            country_code: string;
            /** @enum {string} */
            kind: "live" | "sandbox";
            name: string;
            owner?: components["schemas"]["OwnerInput"] | null;
            /** @default starter */
            plan: string;
        };
        CreateSandboxOfficialNumber: {
            name: string;
            number?: string;
        };
        CreateSandboxPhone: {
            name?: string;
            number?: string;
        };
        CreateSandboxToken: {
            /** @default false */
            revoke_others: boolean;
        };
        CreateTeam: {
            member_ids?: string[];
            name: string;
        };
        CreateTestQuestion: {
            faq_id: string | null;
            question: string;
        };
        CreateWidget: {
            allowed_origins: string[];
            /** @default #0b7a5b */
            color: string;
            /** Format: uuid */
            device_uuid: string;
            /** @default true */
            enabled: boolean;
            /** @default  */
            greeting: string;
            /** @default false */
            identity_required: boolean;
            /** @default null */
            language: ("en" | "id" | "pt" | "es") | null;
            /** @enum {string} */
            mode: "button" | "chat";
            name: string;
            /** @default  */
            text: string;
            /**
             * @default auto
             * @enum {string}
             */
            theme: "auto" | "light" | "dark";
        };
        /** Button that opens a web page */
        CtaUrlMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                button_text: string;
                footer?: string | null;
                header?: string | null;
                /** Format: uri */
                url: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "cta_url";
            view_once?: null;
            voice?: null;
        };
        /** Button that opens a web page */
        CtaUrlReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                button_text: string;
                footer?: string | null;
                header?: string | null;
                /** Format: uri */
                url: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "cta_url";
            view_once?: null;
            voice?: null;
        };
        DecisionFeedback: {
            /** Format: uuid */
            decision_id: string;
            test_question_id: string | null;
            /** @enum {string} */
            verdict: "right" | "wrong";
        };
        Device: {
            /** Format: date-time */
            connected_at: string | null;
            /** Format: uuid */
            device_uuid: string;
            engine: string;
            /** @enum {string} */
            group_automation?: "off" | "mentioned";
            /** @enum {string} */
            groups?: "off" | "on";
            label: string;
            /** Format: date-time */
            last_health_at: string | null;
            moving_in: boolean;
            official_messaging_limit?: number | null;
            /** Format: date-time */
            official_messaging_limit_at?: string | null;
            official_quality?: ("green" | "yellow" | "red") | null;
            official_quality_before?: ("green" | "yellow" | "red") | null;
            /** Format: date-time */
            official_quality_changed_at?: string | null;
            /** Format: date-time */
            official_token_expires_at?: string | null;
            phone_number: string | null;
            reason: string | null;
            /** Format: date-time */
            restricted_until: string | null;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
        };
        DeviceBrief: {
            /** Format: uuid */
            device_uuid: string;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
        };
        DeviceCreated: {
            /** Format: uuid */
            device_uuid: string;
            phone_number?: string;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
            verified_name?: string;
        };
        DeviceHealth: {
            broadcast_limit: {
                per_hour: number;
                /** Format: date-time */
                until: string | null;
                used: number;
            } | null;
            /** Format: uuid */
            device_uuid: string;
            groups: {
                count: number;
                latest: {
                    /** Format: date-time */
                    at: string;
                    id: string;
                    name: string | null;
                }[];
            };
            history: {
                messages: number;
                progress: number;
                /** Format: date-time */
                started_at: string;
                /** @enum {string} */
                status: "running" | "complete" | "declined";
                /** Format: date-time */
                updated_at: string;
            } | null;
            incomplete: {
                messages: number;
                missed_calls: number;
                phone_only: number;
                unreadable: number;
                without_number: number;
            };
            /** Format: date-time */
            last_inbound_at: string | null;
            /** Format: date-time */
            paired_at: string | null;
            queued: number;
            /** Format: date-time */
            queued_since: string | null;
        };
        DeviceList: {
            data: components["schemas"]["Device"][];
        };
        DevicePairingCode: {
            code: string;
            /** Format: uuid */
            device_uuid: string;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
            valid_for_seconds: number;
        };
        DeviceQr: {
            /** Format: uuid */
            device_uuid: string;
            qr: string;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
            valid_for_seconds: number;
        };
        DeviceStatusEvent: {
            /** Format: uuid */
            device_uuid: string;
            /** @constant */
            event: "device.status";
            /** Format: uuid */
            event_id: string;
            previous_status: ("provisioned" | "qr_pending" | "connected" | "disconnected" | "banned") | null;
            reason: string | null;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
            /** Format: date-time */
            timestamp: string;
        };
        DeviceWaiting: {
            /** Format: uuid */
            device_uuid: string;
            /** Format: date-time */
            expires_at?: string;
            moving_in?: boolean;
            passkey_url?: string;
            reason?: string;
            /** @enum {string} */
            status: "provisioned" | "qr_pending" | "connected" | "disconnected" | "banned";
        };
        EditMessage: {
            body: string;
        };
        EntryPoint: {
            code: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string;
            enabled: boolean;
            expires_at: string | null;
            has_logo: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            slug: string;
            text: string;
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        EntryPointPage: {
            data: components["schemas"]["EntryPoint"][];
            next_cursor: string | null;
        };
        EntryPointReport: {
            data: components["schemas"]["EntryPointReportLine"][];
            next_cursor: string | null;
        };
        EntryPointReportLine: {
            ad_id: string | null;
            answered: number;
            chats: number;
            clicks: number;
            deleted: boolean;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "link" | "ad" | "widget";
            name: string;
            resolved: number;
            slug: string | null;
        };
        EntryPointStats: {
            answered: number;
            chats: number;
            clicks: number;
            resolved: number;
        };
        EraseNumber: {
            confirm: string;
            phone: string;
        };
        ErasePerson: {
            confirm: string;
        };
        Erasure: {
            erased: {
                [key: string]: number;
            };
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            progress: {
                done: number;
                total: number;
            };
            /** Format: date-time */
            requested_at: string;
            requested_by: {
                id: string | null;
                /** @enum {string} */
                type: "api_key" | "operator" | "system" | "user";
            };
            /** @enum {string} */
            status: "running" | "finished";
        };
        ErasurePage: {
            data: components["schemas"]["Erasure"][];
            next_cursor: string | null;
        };
        Error: {
            /** @enum {string} */
            error: "bad_request" | "invalid_json" | "invalid_api_key" | "login_required" | "invalid_visitor_token" | "invalid_login" | "code_required" | "device_limit_reached" | "quota_exceeded" | "account_inactive" | "address_not_allowed" | "chat_closed" | "identity_required" | "invalid_identity" | "insufficient_scope" | "insufficient_role" | "invalid_csrf_token" | "foreign_origin" | "https_required" | "proxy_without_protocol" | "proxy_not_trusted" | "oidc_refused" | "oidc_second_factor" | "confirm_identity" | "own_user" | "sandbox_forbidden" | "sandbox_account_required" | "invalid_signature" | "verification_refused" | "not_found" | "oidc_not_configured" | "account_not_found" | "api_key_not_found" | "device_not_found" | "group_not_found" | "message_not_found" | "conversation_not_found" | "auto_reply_not_found" | "canned_reply_not_found" | "macro_not_found" | "decision_not_found" | "document_not_found" | "site_not_found" | "gap_not_found" | "table_not_found" | "table_row_not_found" | "evaluation_not_found" | "test_question_not_found" | "entry_point_not_found" | "faq_not_found" | "flow_not_found" | "flow_version_not_found" | "flow_simulation_not_found" | "flow_secret_not_found" | "team_not_found" | "label_not_found" | "erasure_not_found" | "export_not_found" | "person_not_found" | "media_not_found" | "upload_not_found" | "message_template_not_found" | "opt_out_not_found" | "sandbox_off" | "sandbox_phone_not_found" | "sandbox_chat_not_found" | "sandbox_official_number_not_found" | "session_not_found" | "widget_not_found" | "webhook_not_found" | "delivery_not_found" | "user_not_found" | "invitation_not_found" | "invalid_link" | "contact_not_found" | "conversation_field_not_found" | "contact_field_not_found" | "contact_segment_not_found" | "contact_bulk_not_found" | "contact_import_not_found" | "broadcast_not_found" | "method_not_allowed" | "request_timeout" | "account_cancelled" | "own_account" | "plan_limit_reached" | "account_required" | "device_not_empty" | "number_in_use" | "already_connected" | "device_disconnected" | "number_unavailable" | "device_not_connected" | "broadcast_not_scheduled" | "device_not_paired" | "upload_offset_wrong" | "upload_incomplete" | "export_running" | "backup_running" | "backup_place_missing" | "export_not_ready" | "media_in_use" | "media_pending" | "media_unavailable" | "no_pairing_code" | "pairing_code_refused" | "contact_bulk_over" | "contact_number_taken" | "no_contact_number" | "conversation_closed" | "no_automation" | "flow_changed" | "flow_simulations_differ" | "flow_in_use" | "site_exists" | "second_factor_active" | "second_factor_missing" | "last_owner" | "owner_exists" | "user_disabled" | "not_merged" | "merge_limit_reached" | "message_in_flight" | "answered_meanwhile" | "ownership_changed" | "secret_limit_reached" | "suggestion_under_way" | "replay_under_way" | "sandbox_number_taken" | "sandbox_refused" | "webhook_disabled" | "media_removed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "api_key_limit_reached" | "broadcast_finished" | "broadcast_not_paused" | "session_unusable" | "idempotency_key_required" | "interactive_body_required" | "interactive_not_supported" | "invalid_official_credentials" | "groups_off" | "invalid_phone" | "auto_reply_limit_reached" | "canned_reply_limit_reached" | "test_question_limit_reached" | "knowledge_limit_reached" | "entry_point_limit_reached" | "widget_limit_reached" | "flow_limit_reached" | "flow_simulation_limit_reached" | "flow_secret_limit_reached" | "team_limit_reached" | "label_limit_reached" | "no_recipients_matched" | "conversation_field_limit_reached" | "contact_field_limit_reached" | "contact_segment_limit_reached" | "contact_bulk_limit_reached" | "no_recipients_targeted" | "not_official_cloud_device" | "qr_not_supported" | "reply_window_closed" | "template_not_approved" | "template_not_found" | "template_refused" | "template_not_sendable" | "message_not_changeable" | "type_not_supported" | "templates_not_supported" | "templates_unreadable" | "sandbox_number_limit_reached" | "storage_limit_reached" | "upload_limit_reached" | "user_limit_reached" | "webhook_limit_reached" | "rate_limited" | "too_many_attempts" | "too_many_pairing_codes" | "headers_too_large" | "internal_error" | "storage_low" | "network_silent" | "service_unavailable";
            message: string;
            messages?: Record<string, never>[];
            owner?: {
                assignee: string | null;
                /** @enum {string} */
                owner_state: "bot" | "human_waiting" | "human_active" | "closed";
                ownership_version: number;
            };
            simulations?: Record<string, never>[];
        };
        EventChat: {
            id: string;
            subject: string | null;
            /** @constant */
            type: "group";
        };
        EventMedia: {
            file_name: string | null;
            mimetype: string | null;
            size: number | null;
            /** @enum {string} */
            state: "waiting" | "stored" | "failed" | "removed";
            url: string | null;
        };
        EventsReplayed: {
            next_cursor: string | null;
            queued: number;
        };
        Faq: {
            answer: string;
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            language: ("id" | "en" | "pt" | "es") | null;
            questions: string[];
            /** Format: date-time */
            updated_at: string;
        };
        FaqImportReport: {
            added_faqs: number;
            added_questions: number;
            bad_rows: number;
            problems: {
                line: number;
                problem: string;
            }[];
            removed_faqs: number;
            removed_questions: number;
            rows: number;
            unchanged: number;
        };
        FaqPage: {
            data: components["schemas"]["Faq"][];
            next_cursor: string | null;
        };
        FaqWarning: {
            /** @constant */
            code: "question_answered";
            /** Format: uuid */
            faq_id: string;
            message: string;
            question: string;
        };
        FieldErrors: {
            errors: {
                [key: string]: string[];
            };
            message: string;
        };
        FigurePerson: {
            id: string | null;
            name: string | null;
            /** @enum {string} */
            type: "user" | "api" | "phone" | "bot" | "system";
        };
        FiredAutoReply: {
            /** Format: uuid */
            id: string;
            name: string;
            pattern: string | null;
            priority: number;
            replies: components["schemas"]["AutoReplyMessage"][];
        };
        FiredTrigger: {
            /** Format: uuid */
            id: string;
            name: string;
            pattern: string | null;
            priority: number;
        };
        Flow: {
            /** Format: date-time */
            created_at: string;
            definition: {
                [key: string]: unknown;
            };
            device_uuids: string[] | null;
            draft_version: number;
            /** Format: uuid */
            id: string;
            name: string;
            problems: components["schemas"]["FlowProblem"][];
            published_at: string | null;
            published_version: number | null;
            triggers: {
                /** @enum {string} */
                match: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
                patterns: string[];
            }[] | null;
            /** Format: date-time */
            updated_at: string;
            warnings: components["schemas"]["FlowProblem"][];
        };
        FlowDifference: {
            added: {
                id: string;
                type: string;
            }[];
            changed: {
                fields: {
                    after?: unknown;
                    before?: unknown;
                    path: string;
                }[];
                id: string;
                type: string;
            }[];
            fields: {
                after?: unknown;
                before?: unknown;
                path: string;
            }[];
            removed: {
                id: string;
                type: string;
            }[];
        };
        FlowExport: {
            definition: {
                [key: string]: unknown;
            };
            /** @constant */
            format: "kurir.flow/1";
            name: string;
            simulations: {
                [key: string]: unknown;
            }[];
        };
        /** Form (WhatsApp Flow) */
        FlowMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                /** @enum {string} */
                action?: "navigate" | "data_exchange";
                button_text: string;
                data?: {
                    [key: string]: unknown;
                };
                flow_id: string;
                flow_token?: string | null;
                footer?: string | null;
                header?: string | null;
                /** @enum {string} */
                mode?: "published" | "draft";
                screen?: string | null;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "flow";
            view_once?: null;
            voice?: null;
        };
        FlowPage: {
            data: components["schemas"]["FlowSummary"][];
            next_cursor: string | null;
        };
        FlowProblem: {
            /** @enum {string} */
            code: "invalid" | "missing_edge" | "unknown_node" | "duplicate_id" | "no_start" | "several_starts" | "unreachable" | "endless_loop" | "unknown_variable" | "unknown_field" | "unknown_flow" | "unknown_secret" | "too_many_nodes" | "too_many_expressions" | "too_many_messages" | "late_text" | "opt_out_word" | "person_word";
            message: string;
            node_id: string | null;
            path: string | null;
        };
        /** Form (WhatsApp Flow) */
        FlowReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                /** @enum {string} */
                action?: "navigate" | "data_exchange";
                button_text: string;
                data?: {
                    [key: string]: unknown;
                };
                flow_id: string;
                flow_token?: string | null;
                footer?: string | null;
                header?: string | null;
                /** @enum {string} */
                mode?: "published" | "draft";
                screen?: string | null;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "flow";
            view_once?: null;
            voice?: null;
        };
        FlowSecret: {
            name: string;
            /** Format: date-time */
            updated_at: string;
        };
        FlowSecretList: {
            data: components["schemas"]["FlowSecret"][];
        };
        FlowSimulation: {
            /** Format: date-time */
            created_at: string;
            depends_on: {
                business_hours: boolean;
                flows: {
                    /** Format: uuid */
                    id: string;
                    version: number;
                }[];
            };
            expected: {
                entries: {
                    details: {
                        [key: string]: unknown;
                    };
                    event: string;
                }[];
                state: string;
                variables: {
                    [key: string]: unknown;
                };
            };
            /** Format: uuid */
            id: string;
            name: string;
            request: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            updated_at: string;
        };
        FlowSimulationCheck: {
            data: {
                depends_on: {
                    business_hours: boolean;
                    flows: {
                        /** Format: uuid */
                        id: string;
                        version: number;
                    }[];
                };
                difference_count: number;
                differences: {
                    actual?: unknown;
                    expected?: unknown;
                    place: number;
                }[];
                /** Format: uuid */
                id: string;
                name: string;
            }[];
        };
        FlowSimulationList: {
            data: components["schemas"]["FlowSimulationSummary"][];
        };
        FlowSimulationSummary: {
            /** Format: date-time */
            created_at: string;
            depends_on: {
                business_hours: boolean;
                flows: {
                    /** Format: uuid */
                    id: string;
                    version: number;
                }[];
            };
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            updated_at: string;
        };
        FlowSummary: {
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            draft_version: number;
            /** Format: uuid */
            id: string;
            name: string;
            published_at: string | null;
            published_version: number | null;
            triggers: {
                /** @enum {string} */
                match: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
                patterns: string[];
            }[] | null;
            /** Format: date-time */
            updated_at: string;
        };
        FlowTranscript: {
            depends_on: {
                business_hours: boolean;
                flows: {
                    /** Format: uuid */
                    id: string;
                    version: number;
                }[];
            };
            differences: {
                actual?: unknown;
                expected?: unknown;
                place: number;
            }[] | null;
            entries: {
                /** Format: date-time */
                at: string;
                details: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                event: "node" | "sent" | "not_sent" | "answered" | "invalid_answer" | "waits" | "http" | "assistant" | "labels" | "contact" | "customer" | "not_taken" | "woken" | "end";
                /** Format: uuid */
                flow_id: string | null;
                node_id: string | null;
            }[];
            /** Format: uuid */
            flow_id: string | null;
            node_id: string | null;
            /** @enum {string} */
            state: "waiting" | "ended" | "closed" | "expired" | "handed_off";
            variables: {
                [key: string]: unknown;
            };
            waits_until: string | null;
        };
        FlowVersion: {
            /** Format: date-time */
            created_at: string;
            definition: {
                [key: string]: unknown;
            };
            is_published: boolean;
            note: string | null;
            restored_from: number | null;
            version: number;
        };
        FlowVersionPage: {
            data: components["schemas"]["FlowVersionSummary"][];
            next_cursor: string | null;
        };
        FlowVersionSummary: {
            /** Format: date-time */
            created_at: string;
            is_published: boolean;
            note: string | null;
            restored_from: number | null;
            version: number;
        };
        GiveFeedback: {
            /** Format: uuid */
            faq_id?: string;
            /** @enum {string} */
            verdict: "right" | "wrong";
        };
        GivenLink: {
            account: string;
            email: string;
            /** @enum {string} */
            kind: "invitation" | "reset" | "log_in";
        };
        GivenRate: {
            amount: string | null;
            category: string;
            currency: string;
            market: string;
            /** Format: date */
            valid_from: string;
        };
        Group: {
            description: string | null;
            id: string;
            members: components["schemas"]["MemberOfGroup"][];
            members_count: number | null;
            subject: string | null;
        };
        GroupItem: {
            id: string;
            members_count: number | null;
            subject: string | null;
        };
        GroupMember: {
            name: string | null;
            phone: string;
        };
        GroupPage: {
            data: components["schemas"]["GroupItem"][];
            next_cursor: string | null;
        };
        HeldAccountsActivated: {
            activated: number;
            dropped_broadcasts: number;
            dropped_flows: number;
            dropped_messages: number;
        };
        HistoryEvaluation: {
            agrees: number;
            answered: components["schemas"]["Share"];
            clarified: components["schemas"]["Share"];
            differs: number;
            examples: {
                answer: string;
                confidence: number;
                /** Format: uuid */
                conversation_id: string | null;
                faq_id: string | null;
                /** @enum {string} */
                kind: "agrees" | "differs" | "unclear" | "clarified" | "handed_off";
                message_id: number | null;
                question: string;
                staff_answer: string | null;
            }[];
            handed_off: components["schemas"]["Share"];
            judged: number;
            others: number;
            right: components["schemas"]["Share"];
            small_talk: number;
            unanswered: {
                /** Format: uuid */
                conversation_id: string | null;
                count: number;
                message_id: number | null;
                question: string;
            }[];
            unclear: number;
        };
        ImportedTestQuestions: {
            bad_rows: number;
            problems: {
                line: number;
                problem: string;
            }[];
            rows: number;
            saved: number;
        };
        ImportFlow: {
            definition: {
                [key: string]: unknown;
            };
            device_uuids?: string[] | null;
            /** @constant */
            format: "kurir.flow/1";
            name: string;
            simulations?: {
                depends_on: {
                    business_hours: boolean;
                    flows: {
                        /** Format: uuid */
                        id: string;
                        version: number;
                    }[];
                };
                expected: {
                    entries: {
                        details: {
                            [key: string]: unknown;
                        };
                        event: string;
                    }[];
                    state: string;
                    variables: {
                        [key: string]: unknown;
                    };
                };
                name: string;
                request: {
                    /** @default 0 */
                    advance_seconds: number;
                    /** @default {} */
                    assistant_answers: {
                        [key: string]: string | null;
                    };
                    /** Format: date-time */
                    at?: string;
                    customer?: {
                        email?: string | null;
                        fields?: {
                            [key: string]: string | number | boolean;
                        } | null;
                        name?: string | null;
                        phone?: string | null;
                    };
                    device_uuid?: string | null;
                    /** @enum {string} */
                    engine?: "economy" | "official_cloud" | "widget";
                    entry_point?: {
                        ad_id?: string | null;
                        id?: string;
                        name?: string;
                    } | null;
                    /** @default {} */
                    http_responses: {
                        [key: string]: {
                            body?: unknown;
                            /** @default 200 */
                            status: number;
                        };
                    };
                    messages: (string | {
                        /** @default 0 */
                        after_seconds: number;
                        choice_id?: string | null;
                        text?: string | null;
                        /**
                         * @default text
                         * @enum {string}
                         */
                        type: "text" | "image" | "document" | "audio" | "video";
                    })[];
                };
            }[];
        };
        InboxMacro: {
            acts: components["schemas"]["InboxMacroActs"];
            /** Format: uuid */
            id: string;
            is_shared: boolean;
            key: string | null;
            name: string;
        };
        InboxMacroActs: {
            assign?: ("me" | "no_user") | string;
            /** @enum {string} */
            end?: "resolve" | "reopen" | "give_back" | "snooze_hour" | "snooze_three_hours" | "snooze_tomorrow" | "snooze_monday" | "snooze_week";
            labels?: {
                add?: string[];
                remove?: string[];
            };
            note?: string;
            reply?: {
                body?: string;
                /** Format: uuid */
                canned_reply_id?: string;
            };
        };
        InboxMacroActsInput: {
            assign?: ("me" | "no_user") | string;
            /** @enum {string} */
            end?: "resolve" | "reopen" | "give_back" | "snooze_hour" | "snooze_three_hours" | "snooze_tomorrow" | "snooze_monday" | "snooze_week";
            labels?: {
                add?: string[];
                remove?: string[];
            };
            note?: string;
            reply?: {
                body?: string;
                /** Format: uuid */
                canned_reply_id?: string;
            };
        };
        InboxMacros: {
            data: components["schemas"]["InboxMacro"][];
        };
        InboxView: {
            filter: {
                assignee?: string;
                device?: string;
                entry?: string;
                label?: string;
                /** @enum {string} */
                owner?: "bot" | "human_waiting" | "human_active" | "closed";
                team?: string;
                /** @enum {string} */
                view?: "needs" | "mine" | "unassigned" | "bot" | "all" | "unread" | "snoozed" | "resolved" | "groups";
            };
            /** Format: uuid */
            id: string;
            is_shared: boolean;
            name: string;
        };
        InboxViews: {
            data: components["schemas"]["InboxView"][];
        };
        Invitation: {
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            email: string;
            /** Format: date-time */
            expires_at: string | null;
            has_password: boolean;
            has_second_factor: boolean;
            /** Format: uuid */
            id: string;
            is_operator: boolean;
            /** Format: date-time */
            last_login_at: string | null;
            name: string;
            /** @enum {string} */
            role: "agent" | "admin" | "owner";
            /** @enum {string} */
            status: "invited" | "active" | "disabled";
        };
        InvitationPage: {
            current_page: number;
            data: components["schemas"]["Invitation"][];
            last_page: number;
            per_page: number;
            total: number;
        };
        InviteUser: {
            device_uuids?: string[] | null;
            /** Format: email */
            email: string;
            name: string;
            /** @enum {string} */
            role: "agent" | "admin" | "owner";
        };
        KnowledgeDocument: {
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            /** @enum {string} */
            format: "txt" | "md" | "html" | "pdf" | "docx";
            /** Format: uuid */
            id: string;
            is_cut: boolean;
            pages: number | null;
            pages_read: number;
            passages: number;
            pictures: number;
            problem: ("broken" | "password" | "too_complex" | "no_text" | "limit_reached" | "file_lost") | null;
            /** Format: uuid */
            site_id: string | null;
            size: number;
            /** @enum {string} */
            state: "waiting" | "reading" | "ready" | "failed";
            title: string;
            unreadable_pages: number[];
            /** Format: date-time */
            updated_at: string;
            /** Format: uri */
            url: string | null;
        };
        KnowledgeDocumentPage: {
            data: components["schemas"]["KnowledgeDocument"][];
            next_cursor: string | null;
        };
        KnowledgeGap: {
            asked_again: number;
            candidate: {
                /** Format: uuid */
                faq_id: string;
                question: string;
                score: number;
            } | null;
            count: number;
            examples: {
                /** Format: date-time */
                asked_at: string;
                /** Format: uuid */
                conversation_id: string;
                message_id: number | null;
                question: string;
            }[];
            faq_id: string | null;
            /** Format: date-time */
            first_asked_at: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_asked_at: string;
            /** Format: date-time */
            settled_at: string | null;
            /** @enum {string} */
            status: "open" | "answered" | "dismissed";
        };
        KnowledgeGapPage: {
            data: components["schemas"]["KnowledgeGap"][];
            next_cursor: string | null;
        };
        KnowledgePassagePage: {
            data: {
                heading: string | null;
                page: number | null;
                text: string;
            }[];
            next_cursor: string | null;
        };
        KnowledgeSite: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            max_depth: number;
            max_pages: number;
            /** Format: date-time */
            next_read_at: string | null;
            pages: {
                found: number;
                read: number;
                skipped: number;
                unreadable: number;
                visited: number;
            };
            problem: ("http_status" | "blocked" | "unreachable" | "timeout" | "too_many_redirects" | "other_site" | "wrong_type" | "too_large" | "robots" | "noindex" | "duplicate" | "limit_reached" | "broken" | "password" | "too_complex" | "no_text" | "robots_unreadable" | "too_many_bytes") | null;
            /** Format: date-time */
            read_at: string | null;
            refresh_hours: number | null;
            /** @enum {string} */
            state: "waiting" | "reading" | "ready" | "failed";
            /** Format: date-time */
            updated_at: string;
            /** Format: uri */
            url: string;
        };
        KnowledgeSiteList: {
            data: components["schemas"]["KnowledgeSite"][];
        };
        KnowledgeSitePage: {
            /** Format: date-time */
            checked_at: string | null;
            depth: number;
            /** Format: uuid */
            document_id: string | null;
            /** Format: date-time */
            failing_since: string | null;
            problem: ("http_status" | "blocked" | "unreachable" | "timeout" | "too_many_redirects" | "other_site" | "wrong_type" | "too_large" | "robots" | "noindex" | "duplicate" | "limit_reached" | "broken" | "password" | "too_complex" | "no_text") | null;
            /** @enum {string} */
            state: "waiting" | "read" | "unreadable" | "skipped" | "removed";
            status: number | null;
            /** Format: uri */
            url: string;
        };
        KnowledgeSitePageList: {
            data: components["schemas"]["KnowledgeSitePage"][];
            next_cursor: string | null;
        };
        KnowledgeTable: {
            columns: {
                name: string;
                /** @enum {string} */
                role: "name" | "variant" | "key" | "aliases" | "price" | "stock" | "unit" | "text" | "hidden";
            }[];
            /** Format: date-time */
            created_at: string;
            currency: string | null;
            device_uuids: string[] | null;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            rows: number;
            /** Format: date-time */
            updated_at: string;
        };
        KnowledgeTablePage: {
            data: components["schemas"]["KnowledgeTable"][];
            next_cursor: string | null;
        };
        KnowledgeTableRow: {
            cells: {
                [key: string]: string;
            };
            key: string;
        };
        KnowledgeTableRowPage: {
            data: components["schemas"]["KnowledgeTableRow"][];
            next_cursor: string | null;
        };
        KnowledgeTableUpload: {
            bad_rows: number;
            columns: {
                name: string;
                /** @enum {string} */
                role: "name" | "variant" | "key" | "aliases" | "price" | "stock" | "unit" | "text" | "hidden";
            }[];
            problems: {
                line: number;
                problem: string;
            }[];
            rows: number;
            stored_rows: number;
            table: components["schemas"]["KnowledgeTable"] | null;
        };
        Label: {
            /** @enum {string} */
            color: "gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        LabelPage: {
            data: components["schemas"]["Label"][];
            next_cursor: string | null;
        };
        LanguageModel: {
            daily_token_budget: number;
            embedding_model: string | null;
            has_api_key: boolean;
            model: string;
            /** @enum {string} */
            provider: "openai_compatible" | "anthropic";
            /** @enum {string} */
            structured_output: "json_schema" | "json_object";
            timeout_seconds: number;
            tokens_today: number;
            url: string;
        } | null;
        LanguageModelField: {
            api_key?: string | null;
            daily_token_budget?: number;
            embedding_model?: string | null;
            model?: string;
            /** @enum {string} */
            provider?: "openai_compatible" | "anthropic";
            /** @enum {string} */
            structured_output?: "json_schema" | "json_object";
            timeout_seconds?: number;
            /** Format: uri */
            url?: string;
        } | null;
        LearnAnswer: {
            /** Format: uuid */
            faq_id?: string;
            question?: string;
        };
        LearnedAnswer: {
            faq: components["schemas"]["Faq"];
            question: string;
        };
        ListedMessage: {
            /** @enum {string} */
            author: "api" | "broadcast" | "staff" | "bot" | "phone" | "customer";
            body: string | null;
            broadcast_id: number | null;
            /** Format: uuid */
            conversation_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string;
            /** @enum {string} */
            direction: "in" | "out";
            error: {
                code: string;
                message: string;
            } | null;
            id: number | null;
            phone: string;
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed" | "received";
            /** @enum {string} */
            type: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
            wa_message_id: string | null;
        };
        /** List */
        ListMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                button_text: string;
                footer?: string | null;
                header?: string | null;
                sections: {
                    rows: {
                        description?: string | null;
                        id: string;
                        title: string;
                    }[];
                    title?: string | null;
                }[];
            };
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "list";
            view_once?: null;
            voice?: null;
        };
        /** List */
        ListReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                button_text: string;
                footer?: string | null;
                header?: string | null;
                sections: {
                    rows: {
                        description?: string | null;
                        id: string;
                        title: string;
                    }[];
                    title?: string | null;
                }[];
            };
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "list";
            view_once?: null;
            voice?: null;
        };
        /** Location */
        LocationMessage: {
            body?: null;
            contacts?: null;
            device_uuid: string;
            interactive?: null;
            location: components["schemas"]["SentLocation"];
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "location";
            view_once?: null;
            voice?: null;
        };
        /** Location */
        LocationReply: {
            actor?: string;
            body?: null;
            contacts?: null;
            interactive?: null;
            location: components["schemas"]["SentLocation"];
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "location";
            view_once?: null;
            voice?: null;
        };
        /** Request of a location */
        LocationRequestMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "location_request";
            view_once?: null;
            voice?: null;
        };
        /** Request of a location */
        LocationRequestReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "location_request";
            view_once?: null;
            voice?: null;
        };
        LoggedOut: {
            sessions: number;
        };
        LoggedRequest: {
            address: string;
            api_key: {
                id: string;
                name: string | null;
            };
            /** Format: date-time */
            at: string;
            duration_ms: number;
            error: string | null;
            id: number;
            message: string | null;
            method: string;
            path: string;
            request_id: string;
            route: string | null;
            status: number;
            unlisted: number;
            user_agent: string | null;
        };
        LogIn: {
            account_id?: number;
            code?: string;
            email: string;
            password: string;
        };
        LookAtConversation: {
            /** @enum {string} */
            state: "viewing" | "typing" | "left";
        };
        LookAtLink: {
            token: string;
        };
        MarkConversationRead: {
            up_to?: number;
        };
        MarketEstimate: {
            free: number;
            market: string;
            messages: number;
            rate: {
                amount: string;
                currency: string;
            } | null;
        };
        Me: {
            account: {
                id: number;
                /** @enum {string} */
                kind: "live" | "sandbox";
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            email: string;
            has_oidc: boolean;
            has_password: boolean;
            has_second_factor: boolean;
            /** Format: uuid */
            id: string;
            is_operator: boolean;
            name: string;
            /** @enum {string} */
            role: "agent" | "admin" | "owner";
        };
        Media: {
            file_name: string | null;
            has_thumbnail: boolean;
            /** @enum {string} */
            kind: "image" | "video" | "audio" | "document" | "sticker";
            mime_type: string | null;
            reason: ("expired" | "too_large" | "hash_mismatch" | "unavailable" | "storage_unavailable" | "storage_limit_reached" | "deleted") | null;
            size: number | null;
            /** @enum {string} */
            state: "waiting" | "stored" | "failed" | "removed";
        };
        /** Image, document, audio or video */
        MediaMessage: {
            body?: string | null;
            contacts?: null;
            device_uuid: string;
            location?: null;
            media_id?: string | null;
            media_url?: string | null;
            ptt?: boolean;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @enum {string} */
            type: "image" | "document" | "audio" | "video";
            view_once?: boolean;
            voice?: boolean;
        };
        /** Image, document, audio or video */
        MediaReply: {
            actor?: string;
            body?: string | null;
            contacts?: null;
            location?: null;
            media_id?: string | null;
            media_url?: string | null;
            ownership_version?: number;
            ptt?: boolean;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @enum {string} */
            type: "image" | "document" | "audio" | "video";
            view_once?: boolean;
            voice?: boolean;
        };
        MemberOfGroup: {
            admin: boolean;
            name: string | null;
            phone: string;
        };
        Mention: {
            actor: string;
            body: string | null;
            /** Format: uuid */
            conversation_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "note" | "assigned";
            /** Format: uuid */
            note_id: string;
            person: {
                name: string | null;
                phone: string;
            };
        };
        MentionPage: {
            data: components["schemas"]["Mention"][];
            next_cursor: string | null;
        };
        MentionsRead: {
            read: number;
        };
        MergedPerson: {
            /** Format: uuid */
            id: string;
            identities: {
                /** @enum {string} */
                kind: "phone" | "lid" | "scoped" | "visitor" | "group";
                value: string;
            }[];
            /** Format: date-time */
            merged_at: string;
            merged_by: string;
            /** Format: uuid */
            merged_into: string;
            name: string | null;
        };
        Message: {
            /** Format: date-time */
            created_at: string;
            /** @constant */
            direction: "out";
            error?: {
                code: string;
                message: string;
            };
            id: number;
            /** @enum {string} */
            kept_reason?: "held_for_quality_assessment" | "paused";
            pricing?: components["schemas"]["MessagePricing"];
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed";
            template?: components["schemas"]["SentTemplate"];
            /** @enum {string} */
            type: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
            wa_message_id: string | null;
            warning?: {
                code: string;
                message: string;
            };
        };
        MessageDeletedEvent: {
            /** @enum {string} */
            author: "us" | "them";
            chat?: components["schemas"]["EventChat"];
            conversation_id: string | null;
            /** Format: uuid */
            device_uuid: string;
            /** @constant */
            event: "message.deleted";
            /** Format: uuid */
            event_id: string;
            message_id: number | null;
            phone: string;
            /** Format: date-time */
            timestamp: string;
            wa_message_id: string;
        };
        MessageEditedEvent: {
            /** @enum {string} */
            author: "us" | "them";
            body: string | null;
            chat?: components["schemas"]["EventChat"];
            conversation_id: string | null;
            /** Format: uuid */
            device_uuid: string;
            /** @constant */
            event: "message.edited";
            /** Format: uuid */
            event_id: string;
            message_id: number | null;
            phone: string;
            /** Format: date-time */
            timestamp: string;
            wa_message_id: string;
        };
        MessageFailureFigures: {
            code: string;
            count: number;
        };
        MessageFigures: {
            data: components["schemas"]["MessageFiguresRow"][];
            /** Format: date */
            from: string;
            timezone: string;
            /** Format: date */
            to: string;
            total: components["schemas"]["MessageTotals"];
        };
        MessageFiguresRow: {
            date?: string;
            delivered: number;
            /** Format: uuid */
            device_uuid?: string;
            errors: components["schemas"]["MessageFailureFigures"][];
            failed: number;
            read: number;
            received: number;
            sent: number;
            sent_by: components["schemas"]["MessageSenderFigures"];
        };
        MessageFile: {
            file_name: string | null;
            has_thumbnail: boolean;
            /** @enum {string} */
            kind: "image" | "video" | "audio" | "document" | "sticker";
            mime_type: string | null;
            reason: ("expired" | "too_large" | "hash_mismatch" | "unavailable" | "storage_unavailable" | "storage_limit_reached" | "deleted") | null;
            size: number | null;
            /** @enum {string} */
            state: "waiting" | "stored" | "failed" | "removed";
            url: string | null;
        };
        MessageMediaEvent: {
            chat?: components["schemas"]["EventChat"];
            conversation_id: string | null;
            /** Format: uuid */
            device_uuid: string;
            /** @constant */
            event: "message.media";
            /** Format: uuid */
            event_id: string;
            media: components["schemas"]["EventMedia"];
            message_id: number | null;
            phone: string;
            reason: ("expired" | "too_large" | "hash_mismatch" | "unavailable" | "storage_unavailable" | "storage_limit_reached" | "deleted") | null;
            /** Format: date-time */
            timestamp: string;
            wa_message_id: string;
        };
        MessagePage: {
            data: components["schemas"]["ListedMessage"][];
            next_cursor: string | null;
        };
        MessagePricing: {
            billable: boolean;
            category: string;
            model: string | null;
            type: string | null;
        };
        MessageReactionEvent: {
            /** @enum {string} */
            author: "us" | "them";
            chat?: components["schemas"]["EventChat"];
            conversation_id: string | null;
            /** Format: uuid */
            device_uuid: string;
            emoji: string | null;
            /** @constant */
            event: "message.reaction";
            /** Format: uuid */
            event_id: string;
            message_id: number | null;
            phone: string;
            /** Format: date-time */
            timestamp: string;
            wa_message_id: string;
        };
        MessageReceivedEvent: {
            body: string | null;
            chat?: components["schemas"]["EventChat"];
            conversation_id: string | null;
            details: {
                [key: string]: unknown;
            } | null;
            /** Format: uuid */
            device_uuid: string;
            /** @constant */
            event: "message.received";
            /** Format: uuid */
            event_id: string;
            from: string;
            kind: string;
            media: components["schemas"]["EventMedia"] | null;
            message_id: number | null;
            name: string | null;
            quote: {
                wa_message_id: string;
            } | null;
            referral: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "text" | "image" | "document" | "audio" | "video";
            wa_message_id: string;
        };
        MessageSenderFigures: {
            api: number;
            automation: number;
            broadcast: number;
            phone: number;
            staff: number;
        };
        MessageStatusEvent: {
            /** Format: uuid */
            device_uuid: string;
            error: {
                code: string;
                message: string;
            } | null;
            /** @constant */
            event: "message.status";
            /** Format: uuid */
            event_id: string;
            message_id: number;
            /** @enum {string} */
            status: "sent" | "delivered" | "read" | "failed";
            /** Format: date-time */
            timestamp: string;
            to: string;
            wa_message_id: string | null;
        };
        MessageTemplate: {
            buttons?: string[] | null;
            header_media_id?: string | null;
            header_media_url?: string | null;
            language: string;
            name: string;
            variables?: string[] | {
                [key: string]: string;
            };
        };
        MessageTotals: {
            delivered: number;
            errors: components["schemas"]["MessageFailureFigures"][];
            failed: number;
            read: number;
            received: number;
            sent: number;
            sent_by: components["schemas"]["MessageSenderFigures"];
        };
        NewSecondFactor: {
            qr_png: string;
            secret: string;
            uri: string;
        };
        NewTemplate: {
            authentication?: {
                /** @default [] */
                apps: {
                    package_name: string;
                    signature_hash: string;
                }[];
                /** @default null */
                code_expiration_minutes: number | null;
                /** @enum {string} */
                otp_type: "copy_code" | "one_tap" | "zero_tap";
                /** @default true */
                security_recommendation: boolean;
                /** @default false */
                zero_tap_terms_accepted: boolean;
            };
            body?: string;
            /** @default [] */
            buttons: ({
                text: string;
                /** @constant */
                type: "quick_reply";
            } | {
                text: string;
                /** @constant */
                type: "url";
                url: string;
            } | {
                phone_number: string;
                text: string;
                /** @constant */
                type: "phone_number";
            } | {
                /** @constant */
                type: "copy_code";
            } | {
                /**
                 * @default navigate
                 * @enum {string}
                 */
                flow_action: "navigate" | "data_exchange";
                flow_id: string;
                /** @default null */
                navigate_screen: string | null;
                text: string;
                /** @constant */
                type: "flow";
            } | {
                /** @enum {string} */
                type: "catalog" | "mpm";
            })[];
            /** @enum {string} */
            category: "marketing" | "utility" | "authentication";
            /** Format: uuid */
            device_uuid: string;
            /** @default {} */
            examples: {
                [key: string]: string;
            };
            /** @default null */
            footer: string | null;
            /** @default null */
            header: ({
                text: string;
                /** @constant */
                type: "text";
            } | {
                handle?: string;
                /** @enum {string} */
                type: "image" | "video" | "document";
            }) | null;
            header_media_id?: string | null;
            header_media_url?: string | null;
            language: string;
            name: string;
        };
        Notices: {
            browser: {
                shows_text: boolean;
            } | null;
            can_email: boolean;
            email: ("assigned" | "mentioned" | "waiting" | "number_gone" | "webhook_disabled" | "quota_near" | "flow_failed")[];
            email_after_minutes: number;
            kinds: ("assigned" | "mentioned" | "waiting" | "number_gone" | "webhook_disabled" | "quota_near" | "flow_failed")[];
            push: ("assigned" | "mentioned" | "waiting" | "number_gone" | "webhook_disabled" | "quota_near" | "flow_failed")[];
            push_key: string;
            quiet_hours: {
                from: string;
                timezone: string;
                to: string;
            } | null;
        };
        OidcState: {
            accounts: {
                account_id: number;
                joined: boolean;
                name: string;
            }[];
            enabled: boolean;
            name: string | null;
            start_url: string | null;
        };
        OperatorAccount: {
            country_code: string;
            /** Format: date-time */
            created_at: string;
            devices: {
                banned: number;
                connected: number;
                disconnected: number;
                provisioned: number;
                qr_pending: number;
            };
            id: number;
            /** @enum {string} */
            kind: "live" | "sandbox";
            /** Format: date-time */
            last_activity_at: string | null;
            name: string;
            plan: string;
            /** @enum {string} */
            status: "active" | "suspended" | "cancelled";
            storage_bytes: number | null;
            storage_used: number;
            /** @enum {string} */
            unresolved: "fail" | "resend";
            usage: {
                api_calls: number;
                messages_quota: number | null;
                messages_sent: number;
                period: string;
            };
        };
        OperatorAccountCreated: {
            account: components["schemas"]["OperatorAccountDetail"];
            api_key: {
                api_key: string;
                id: string;
            };
            owner: components["schemas"]["UserWithLink"] | null;
        };
        OperatorAccountDetail: {
            active_owners: number;
            country_code: string;
            /** Format: date-time */
            created_at: string;
            devices: {
                banned: number;
                connected: number;
                disconnected: number;
                provisioned: number;
                qr_pending: number;
            };
            id: number;
            is_own: boolean;
            /** @enum {string} */
            kind: "live" | "sandbox";
            /** Format: date-time */
            last_activity_at: string | null;
            max_devices: number;
            name: string;
            open_work: {
                devices: number;
                queued_messages: number;
                unfinished_broadcasts: number;
            };
            plan: string;
            /** @enum {string} */
            status: "active" | "suspended" | "cancelled";
            storage_bytes: number | null;
            storage_used: number;
            suspension: {
                reason: string | null;
                /** Format: date-time */
                since: string;
            } | null;
            /** @enum {string} */
            unresolved: "fail" | "resend";
            usage: {
                api_calls: number;
                messages_quota: number | null;
                messages_sent: number;
                period: string;
            };
        };
        OperatorAccountPage: {
            data: components["schemas"]["OperatorAccount"][];
            next_cursor: string | null;
        };
        OperatorHealth: {
            accounts: {
                active: number;
                cancelled: number;
                suspended: number;
            };
            attention: {
                account: string;
                account_id: number;
                numbers: number;
                webhooks: number;
            }[];
            /** Format: date-time */
            checked_at: string;
            database: {
                answer_ms: number;
                connections: number;
                /** @enum {string} */
                kind: "embedded" | "external";
                max_connections: number;
                size_bytes: number;
                version: string;
            };
            devices: {
                banned: number;
                connected: number;
                disconnected: number;
                provisioned: number;
                qr_pending: number;
            };
            disk: {
                free_bytes: number;
                total_bytes: number;
            } | null;
            gateways: {
                host: string;
                is_this: boolean;
                pid: number;
                roles: string[];
                /** Format: date-time */
                seen_at: string;
                /** Format: date-time */
                started_at: string;
                /** @enum {string} */
                state: "running" | "lost";
                version: string;
            }[];
            last_backup: components["schemas"]["Backup"] | null;
            migration: string;
            queues: {
                deliveries: {
                    due: number;
                    oldest_due_at: string | null;
                    pending: number;
                };
                events: {
                    consumer: string;
                    waiting: number;
                }[];
                jobs: {
                    failing: number;
                    waiting: number;
                } | null;
                messages: {
                    oldest_at: string | null;
                    over_1_hour: number;
                    over_1_minute: number;
                    over_10_minutes: number;
                    queued: number;
                };
            };
            sandbox: boolean;
            sessions: {
                devices: number;
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                network: "live" | "sandbox";
            }[];
            vectors: {
                in_process: number;
                pgvector: number;
            };
            version: string;
            warnings: ("paused" | "held_accounts" | "low_disk" | "missing_role" | "several_versions" | "overdue_deliveries" | "failing_jobs" | "no_backup" | "old_backup" | "failed_backup")[];
            webhooks: {
                disabled: number;
                enabled: number;
                failing: number;
            };
        };
        OperatorPlan: {
            max_devices: number;
            monthly_quota: number | null;
            name: string;
            rate_per_minute: number;
            storage_bytes: number | null;
        };
        OperatorPlanList: {
            data: components["schemas"]["OperatorPlan"][];
        };
        OptOut: {
            /** Format: date-time */
            created_at: string;
            phone: string;
            /** @enum {string} */
            reason: "keyword" | "account" | "preference" | "refusal";
            word: string | null;
        };
        OptOutPage: {
            current_page: number;
            data: components["schemas"]["OptOut"][];
            last_page: number;
            per_page: number;
            total: number;
        };
        OptOutWords: {
            opt_in_words: string[];
            opt_out_words: string[];
        };
        OwnerInput: {
            /** Format: email */
            email: string;
            name: string;
        };
        OwnSession: {
            address: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            is_current: boolean;
            /** Format: date-time */
            last_seen_at: string;
            user_agent: string | null;
        };
        PairByCode: {
            phone_number: string;
        };
        PartialUpload: {
            /** Format: date-time */
            expires_at: string;
            /** Format: uuid */
            id: string;
            length: number;
            offset: number;
        };
        Person: {
            conversations: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            identities: {
                /** @enum {string} */
                kind: "phone" | "lid" | "scoped" | "visitor" | "group";
                value: string;
            }[];
            merged: components["schemas"]["MergedPerson"][];
            /** Format: uuid */
            merged_into: string | null;
            name: string | null;
        };
        PreparedMacro: {
            assignee?: string | null;
            /** @enum {string} */
            end?: "resolve" | "reopen" | "give_back" | "snooze_hour" | "snooze_three_hours" | "snooze_tomorrow" | "snooze_monday" | "snooze_week";
            gone: ("reply" | "labels" | "assign")[];
            labels?: {
                add: string[];
                remove: string[];
            };
            missing: string[];
            note?: string;
            reply?: {
                body: string;
                media: components["schemas"]["UploadedMedia"] | null;
            };
        };
        PreviewBroadcast: {
            contact_ids?: number[] | null;
            delay_max_seconds?: number | null;
            delay_min_seconds?: number | null;
            /** Format: uuid */
            device_uuid: string;
            media_id?: string | null;
            media_url?: string | null;
            message_template?: string | null;
            quiet_hours?: {
                from: string;
                timezone?: string;
                to: string;
            } | null;
            recipients_of?: {
                broadcast_id: number;
                /** @enum {string} */
                stage: "all" | "failed" | "left_out" | "sent" | "delivered" | "read" | "replied" | "opted_out" | "not_read" | "not_replied";
            } | null;
            scheduled_at?: string | null;
            segment_id?: string | null;
            tags?: string[] | null;
            template?: components["schemas"]["MessageTemplate"] | null;
            type?: ("text" | "image" | "video" | "document") | null;
        };
        /** Products of the catalogue */
        ProductListMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            interactive: {
                catalog_id: string;
                footer?: string | null;
                header: string;
                sections: {
                    product_ids: string[];
                    title?: string | null;
                }[];
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "product_list";
            view_once?: null;
            voice?: null;
        };
        /** Products of the catalogue */
        ProductListReply: {
            actor?: string;
            body: string;
            contacts?: null;
            interactive: {
                catalog_id: string;
                footer?: string | null;
                header: string;
                sections: {
                    product_ids: string[];
                    title?: string | null;
                }[];
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "product_list";
            view_once?: null;
            voice?: null;
        };
        /** Product of the catalogue */
        ProductMessage: {
            body?: string | null;
            contacts?: null;
            device_uuid: string;
            interactive: {
                catalog_id: string;
                footer?: string | null;
                product_id: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "product";
            view_once?: null;
            voice?: null;
        };
        /** Product of the catalogue */
        ProductReply: {
            actor?: string;
            body?: string | null;
            contacts?: null;
            interactive: {
                catalog_id: string;
                footer?: string | null;
                product_id: string;
            };
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "product";
            view_once?: null;
            voice?: null;
        };
        ProveSecondFactor: {
            code: string;
            password: string;
        };
        ProveUser: {
            code?: string;
            password: string;
        };
        PublishFlow: {
            draft_version?: number;
            note?: string | null;
            /**
             * @default check
             * @enum {string}
             */
            simulations: "check" | "accept" | "ignore";
        };
        QuietHours: {
            quiet_hours: {
                from: string;
                timezone: string;
                to: string;
            } | null;
        };
        Rate: {
            amount: string;
            category: string;
            currency: string;
            market: string;
            /** Format: date */
            valid_from: string;
        };
        Rates: {
            data: components["schemas"]["Rate"][];
        };
        Rating: {
            /** Format: date-time */
            asked_at: string;
            comment: string | null;
            /** Format: uuid */
            conversation_id: string;
            name: string | null;
            phone: string;
            /** Format: date-time */
            rated_at: string;
            resolved_by: string;
            score: number;
        };
        RatingFigures: {
            data: components["schemas"]["RatingFiguresRow"][];
            /** Format: date */
            from: string;
            timezone: string;
            /** Format: date */
            to: string;
            total: components["schemas"]["RatingTotals"];
        };
        RatingFiguresRow: {
            asked: number;
            average: number | null;
            date?: string;
            person?: {
                id: string | null;
                name: string;
            };
            rated: number;
            scores: number[];
        };
        RatingPage: {
            data: components["schemas"]["Rating"][];
            next_cursor: string | null;
        };
        RatingTotals: {
            asked: number;
            average: number | null;
            rated: number;
            scores: number[];
        };
        /** Reaction */
        ReactionMessage: {
            body?: null;
            contacts?: null;
            device_uuid: string;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: null;
            reaction: components["schemas"]["SentReaction"];
            template?: null;
            to: string;
            /** @constant */
            type: "reaction";
            view_once?: null;
            voice?: null;
        };
        /** Reaction */
        ReactionReply: {
            actor?: string;
            body?: null;
            contacts?: null;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction: components["schemas"]["SentReaction"];
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "reaction";
            view_once?: null;
            voice?: null;
        };
        ReadMentions: {
            ids?: string[];
        };
        RecoveryCodes: {
            recovery_codes: string[];
        };
        RegisterWebhook: {
            device_uuids?: string[] | null;
            events: ("message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in")[];
            /** Format: uri */
            url: string;
        };
        RenderCannedReply: {
            actor?: string;
        };
        RenderedCannedReply: {
            body: string;
            missing: string[];
        };
        ReplayEvents: {
            cursor?: string | null;
            /**
             * @default undelivered
             * @enum {string}
             */
            only: "undelivered" | "all";
            /** Format: date-time */
            since: string;
            until?: string | null;
        };
        ReplySuggestions: {
            language_model: ("used" | "not_configured" | "no_sources" | "budget_exceeded" | "busy" | "paused" | "aborted" | "timeout" | "unreachable" | "throttled" | "refused" | "provider_error" | "invalid_answer" | "too_long" | "no_citation" | "wrong_citation" | "wrong_language" | "ungrounded" | "off_topic" | "contradicts") | null;
            question: string;
            /** @enum {string} */
            reason: "faq" | "document" | "table" | "small_talk" | "choices" | "language_model" | "chosen" | "unsure" | "no_knowledge" | "forbidden_topic" | "complaint" | "asked_for_person" | "no_question";
            suggestions: {
                sources: {
                    id: string;
                    /** @enum {string} */
                    kind: "faq" | "document" | "table";
                    row_key?: string;
                    title: string | null;
                    url: string | null;
                }[];
                text: string;
            }[];
        };
        RequestPage: {
            data: components["schemas"]["LoggedRequest"][];
            next_cursor: string | null;
        };
        ResetUser: {
            /** @default false */
            remove_second_factor: boolean;
        };
        Retention: {
            effective: {
                event_days: number;
                file_days: number | null;
                message_days: number | null;
            };
            event_days: number | null;
            file_days: number | null;
            message_days: number | null;
        };
        RetentionPreview: {
            files: number | null;
            messages: number | null;
        };
        ReviewSandboxTemplate: {
            /** @enum {string} */
            category?: "MARKETING" | "UTILITY" | "AUTHENTICATION";
            language: string;
            name: string;
            reason?: string;
            /** @enum {string} */
            status?: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED" | "DISABLED";
        };
        RollBackFlow: {
            note?: string | null;
            version: number;
        };
        RotateCredentials: {
            official_access_token: string;
            official_app_secret?: string;
        };
        RotateSecret: {
            /** @default 24 */
            overlap_hours: number;
        };
        SandboxChat: {
            device_uuid: string | null;
            engine: string | null;
            last: components["schemas"]["SandboxMessage"] | null;
            name: string;
            number: string;
            unread: number;
        };
        SandboxChats: {
            data: components["schemas"]["SandboxChat"][];
        };
        SandboxInteractive: {
            button: string | null;
            choices: {
                description: string | null;
                id: string;
                section: string | null;
                title: string;
            }[];
            footer: string | null;
            header: string | null;
            /** @enum {string} */
            kind: "buttons" | "list" | "link" | "location_request" | "product" | "product_list" | "catalog" | "flow";
            url: string | null;
        };
        SandboxLine: {
            /** Format: uuid */
            device_uuid: string;
            /** @enum {string} */
            line: "up" | "dropped" | "banned";
        };
        SandboxMessage: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            engine: "economy" | "official_cloud";
            file: {
                mimetype: string | null;
                name: string | null;
                size: number;
            } | null;
            from_phone: boolean;
            id: string;
            interactive: components["schemas"]["SandboxInteractive"] | null;
            is_cut: boolean;
            is_deleted: boolean;
            is_edited: boolean;
            quote: {
                id: string;
                text: string | null;
            } | null;
            reactions: {
                emoji: string;
                from_phone: boolean;
            }[];
            read: boolean;
            text: string | null;
            type: string;
        };
        SandboxMessages: {
            data: components["schemas"]["SandboxMessage"][];
            typing: boolean;
        };
        SandboxOfficialNumber: {
            device_uuid: string | null;
            fault: {
                code: number;
                left: number;
            } | null;
            name: string;
            number: string;
            phone_number_id: string;
            /** @enum {string} */
            quality_rating: "GREEN" | "YELLOW" | "RED" | "UNKNOWN";
            /** @enum {string} */
            state: "active" | "banned" | "locked" | "restricted" | "unregistered" | "deleted";
        };
        SandboxOfficialNumberCreated: {
            access_token: string;
            name: string;
            number: string;
            phone_number_id: string;
        };
        SandboxOfficialNumbers: {
            data: components["schemas"]["SandboxOfficialNumber"][];
        };
        SandboxPhone: {
            device_uuid: string | null;
            /** @enum {string} */
            line: "up" | "dropped" | "banned";
            name: string;
            number: string;
        };
        SandboxPhones: {
            data: components["schemas"]["SandboxPhone"][];
        };
        SandboxReadChat: {
            number: string;
        };
        SandboxScan: {
            /** Format: uuid */
            device_uuid: string;
            number: string;
        };
        SandboxSentMessage: {
            id: string;
        };
        SandboxTemplate: {
            body: string;
            category: string;
            language: string;
            name: string;
            reason: string | null;
            status: string;
        };
        SandboxTemplates: {
            data: components["schemas"]["SandboxTemplate"][];
        };
        SandboxTokenCreated: {
            access_token: string;
            phone_number_id: string;
        };
        SavedAutoReply: {
            add_labels: string[];
            conditions: components["schemas"]["AutoReplyConditions"] | null;
            cooldown_seconds: number;
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            enabled: boolean;
            greet_after_days: number | null;
            greet_always: boolean;
            hand_off: boolean;
            /** @enum {string} */
            hours: "any" | "open" | "closed";
            /** Format: uuid */
            id: string;
            interrupts_flows: boolean;
            /** @enum {string} */
            kind: "greeting" | "away" | "keyword";
            /** @enum {string} */
            match: "exact" | "starts" | "ends" | "word" | "contains" | "fuzzy" | "regex" | "any";
            name: string;
            never_answers: ("no_business_hours" | "schedule_over") | null;
            patterns: string[];
            priority: number;
            remove_labels: string[];
            replies: components["schemas"]["AutoReplyMessage"][];
            schedule: components["schemas"]["AutoReplySchedule"] | null;
            start_flow: string | null;
            /** Format: date-time */
            updated_at: string;
            warnings: components["schemas"]["AutoReplyWarning"][];
        };
        SavedFaq: {
            answer: string;
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            enabled: boolean;
            /** Format: uuid */
            id: string;
            language: ("id" | "en" | "pt" | "es") | null;
            questions: string[];
            /** Format: date-time */
            updated_at: string;
            warnings: components["schemas"]["FaqWarning"][];
        };
        SavedRates: {
            removed: number;
            saved: number;
        };
        SaveInboxMacro: {
            acts: components["schemas"]["InboxMacroActsInput"];
            /** @default false */
            is_shared: boolean;
            /** @default null */
            key: string | null;
            name: string;
        };
        SaveInboxView: {
            filter: {
                assignee?: string;
                device?: string;
                entry?: string;
                label?: string;
                /** @enum {string} */
                owner?: "bot" | "human_waiting" | "human_active" | "closed";
                team?: string;
                /** @enum {string} */
                view?: "needs" | "mine" | "unassigned" | "bot" | "all" | "unread" | "snoozed" | "resolved" | "groups";
            };
            /** @default false */
            is_shared: boolean;
            name: string;
        };
        SaveRates: {
            rates: components["schemas"]["GivenRate"][];
        };
        ScanSandboxQr: {
            /** Format: uuid */
            device_uuid: string;
        };
        SecondFactor: {
            /** Format: date-time */
            confirmed_at: string | null;
            enabled: boolean;
            recovery_codes: number;
        };
        SecretRotated: {
            id: number;
            /** Format: date-time */
            previous_secret_until: string | null;
            secret: string;
        };
        SendFromSandboxPhone: {
            choice?: {
                id: string;
                message_id: string;
            };
            file?: {
                caption?: string;
                /** Format: base64 */
                data: string;
                file_name?: string;
                mimetype: string;
            };
            quote?: string;
            reaction?: {
                emoji: string | null;
                message_id: string;
            };
            /** @enum {string} */
            sample?: "picture" | "document";
            text?: string;
        };
        SendMessage: components["schemas"]["TextMessage"] | components["schemas"]["MediaMessage"] | components["schemas"]["ButtonMessage"] | components["schemas"]["ListMessage"] | components["schemas"]["TemplateMessage"] | components["schemas"]["LocationMessage"] | components["schemas"]["ContactsMessage"] | components["schemas"]["StickerMessage"] | components["schemas"]["ReactionMessage"] | components["schemas"]["LocationRequestMessage"] | components["schemas"]["CtaUrlMessage"] | components["schemas"]["ProductMessage"] | components["schemas"]["ProductListMessage"] | components["schemas"]["CatalogMessage"] | components["schemas"]["FlowMessage"];
        SendReply: components["schemas"]["TextReply"] | components["schemas"]["MediaReply"] | components["schemas"]["ButtonReply"] | components["schemas"]["ListReply"] | components["schemas"]["TemplateReply"] | components["schemas"]["LocationReply"] | components["schemas"]["ContactsReply"] | components["schemas"]["StickerReply"] | components["schemas"]["ReactionReply"] | components["schemas"]["LocationRequestReply"] | components["schemas"]["CtaUrlReply"] | components["schemas"]["ProductReply"] | components["schemas"]["ProductListReply"] | components["schemas"]["CatalogReply"] | components["schemas"]["FlowReply"];
        SentLocation: {
            address?: string | null;
            latitude: number;
            longitude: number;
            name?: string | null;
        };
        SentReaction: {
            emoji: string | null;
            message_id: number;
        };
        SentTemplate: {
            /** Format: uuid */
            header_media_id?: string;
            language: string;
            name: string;
            variables: {
                [key: string]: string;
            };
        };
        Session: {
            /** @enum {string} */
            address_reach: "machine" | "network" | "anywhere";
            csrf_token: string;
            /** Format: date-time */
            expires_at: string;
            user: components["schemas"]["Me"];
        };
        SessionList: {
            data: components["schemas"]["OwnSession"][];
        };
        SetBusinessHours: {
            /** @default [] */
            holidays: {
                /** Format: date */
                date: string;
                /** @default [] */
                hours: {
                    from: string;
                    to: string;
                }[];
                name?: string;
            }[];
            timezone: string;
            weekly: {
                /** @default [] */
                friday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                monday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                saturday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                sunday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                thursday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                tuesday: {
                    from: string;
                    to: string;
                }[];
                /** @default [] */
                wednesday: {
                    from: string;
                    to: string;
                }[];
            };
        };
        SetConversationAutomation: {
            actor?: string;
            suppressed: boolean;
        };
        SetCostCap: {
            cap: components["schemas"]["CostCap"] | null;
        };
        SetEntryPointLogo: {
            media_id?: string | null;
            picture?: string;
        };
        SetFlowSecret: {
            value: string;
        };
        SetNotices: {
            email: ("assigned" | "mentioned" | "waiting" | "number_gone" | "webhook_disabled" | "quota_near" | "flow_failed")[];
            email_after_minutes: number;
            /** @enum {string} */
            language: "en" | "id" | "pt" | "es";
            push: ("assigned" | "mentioned" | "waiting" | "number_gone" | "webhook_disabled" | "quota_near" | "flow_failed")[];
            quiet_hours: {
                from: string;
                timezone: string;
                to: string;
            } | null;
        };
        SetOperatorPlan: {
            max_devices: number;
            monthly_quota: number | null;
            rate_per_minute: number;
            storage_bytes?: number | null;
        };
        SetOptOutWords: {
            opt_in_words?: string[] | null;
            opt_out_words?: string[] | null;
        };
        SetPresence: {
            /** @enum {string} */
            state: "available" | "away";
        };
        SetQuietHours: {
            quiet_hours: {
                from: string;
                timezone?: string;
                to: string;
            } | null;
        };
        SetSandboxFault: {
            /** @default false */
            by_webhook: boolean;
            code: number;
            /** @default 1 */
            count: number;
        };
        Share: {
            count: number;
            high: number | null;
            low: number | null;
            of: number;
            percent: number | null;
        };
        SilentAutoReply: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "greeting" | "away" | "keyword" | "flow";
            name: string;
            pattern: string | null;
            priority: number;
            /** Format: uuid */
            shadowed_by: string | null;
            /** @enum {string} */
            why: "disabled" | "other_device" | "flow_waits" | "other_hours" | "other_time" | "other_customer" | "other_language" | "not_first" | "cooling_down" | "staff_wrote" | "other_answer" | "shadowed" | "reserved_word";
        };
        SimulateFlow: {
            /** @default 0 */
            advance_seconds: number;
            /** @default {} */
            assistant_answers: {
                [key: string]: string | null;
            };
            /** Format: date-time */
            at?: string;
            customer?: {
                email?: string | null;
                fields?: {
                    [key: string]: string | number | boolean;
                } | null;
                name?: string | null;
                phone?: string | null;
            };
            device_uuid?: string | null;
            /** @enum {string} */
            engine?: "economy" | "official_cloud" | "widget";
            entry_point?: {
                ad_id?: string | null;
                id?: string;
                name?: string;
            } | null;
            expected?: {
                entries: {
                    details: {
                        [key: string]: unknown;
                    };
                    event: string;
                }[];
                state: string;
                variables: {
                    [key: string]: unknown;
                };
            };
            /** @default {} */
            http_responses: {
                [key: string]: {
                    body?: unknown;
                    /** @default 200 */
                    status: number;
                };
            };
            messages: (string | {
                /** @default 0 */
                after_seconds: number;
                choice_id?: string | null;
                text?: string | null;
                /**
                 * @default text
                 * @enum {string}
                 */
                type: "text" | "image" | "document" | "audio" | "video";
            })[];
            version?: number | null;
        };
        SnoozeConversation: {
            actor?: string;
            for_minutes?: number | null;
            until?: string | null;
        };
        Spending: {
            amount: string;
            currency: string;
            /** Format: date-time */
            resumes_at: string;
            spent: string;
            /** @enum {string} */
            state: "below" | "near" | "reached";
        };
        StartConversation: {
            /** Format: uuid */
            device_uuid: string;
            message: components["schemas"]["SendReply"];
            to: string;
        };
        StartedBackup: {
            run: components["schemas"]["BackupRun"];
        };
        StartedConversation: {
            /** Format: uuid */
            conversation_id: string;
            /** Format: date-time */
            created_at: string;
            /** @constant */
            direction: "out";
            error?: {
                code: string;
                message: string;
            };
            id: number;
            /** @enum {string} */
            kept_reason?: "held_for_quality_assessment" | "paused";
            pricing?: components["schemas"]["MessagePricing"];
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "read" | "failed";
            template?: components["schemas"]["SentTemplate"];
            /** @enum {string} */
            type: "text" | "image" | "document" | "audio" | "video" | "button" | "list" | "location" | "contacts" | "sticker" | "reaction" | "location_request" | "cta_url" | "product" | "product_list" | "catalog" | "flow" | "edit" | "deletion" | "template";
            under_way: number[];
            wa_message_id: string | null;
            warning?: {
                code: string;
                message: string;
            };
        };
        StartEvaluation: {
            /** @default 30 */
            days: number;
            /**
             * @default history
             * @enum {string}
             */
            kind: "history" | "test_questions";
            /** @default 5000 */
            max_messages: number;
        };
        /** Sticker */
        StickerMessage: {
            body?: null;
            contacts?: null;
            device_uuid: string;
            interactive?: null;
            location?: null;
            media_id?: string | null;
            media_url?: string | null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /** @constant */
            type: "sticker";
            view_once?: null;
            voice?: null;
        };
        /** Sticker */
        StickerReply: {
            actor?: string;
            body?: null;
            contacts?: null;
            interactive?: null;
            location?: null;
            media_id?: string | null;
            media_url?: string | null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /** @constant */
            type: "sticker";
            view_once?: null;
            voice?: null;
        };
        StoreFlowSimulation: {
            /** @default 0 */
            advance_seconds: number;
            /** @default {} */
            assistant_answers: {
                [key: string]: string | null;
            };
            /** Format: date-time */
            at?: string;
            customer?: {
                email?: string | null;
                fields?: {
                    [key: string]: string | number | boolean;
                } | null;
                name?: string | null;
                phone?: string | null;
            };
            device_uuid?: string | null;
            /** @enum {string} */
            engine?: "economy" | "official_cloud" | "widget";
            entry_point?: {
                ad_id?: string | null;
                id?: string;
                name?: string;
            } | null;
            /** @default {} */
            http_responses: {
                [key: string]: {
                    body?: unknown;
                    /** @default 200 */
                    status: number;
                };
            };
            messages: (string | {
                /** @default 0 */
                after_seconds: number;
                choice_id?: string | null;
                text?: string | null;
                /**
                 * @default text
                 * @enum {string}
                 */
                type: "text" | "image" | "document" | "audio" | "video";
            })[];
            name: string;
            version?: number | null;
        };
        SubscribeBrowser: {
            auth: string;
            /** Format: uri */
            endpoint: string;
            /** @enum {string} */
            language: "en" | "id" | "pt" | "es";
            p256dh: string;
            shows_text: boolean;
            timezone: string;
        };
        SuspendOperatorAccount: {
            reason?: string | null;
        } | null;
        Team: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            members: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            name: string;
        };
        TeamPage: {
            data: components["schemas"]["Team"][];
            next_cursor: string | null;
        };
        Template: {
            body: string;
            buttons: {
                flow: {
                    /** @enum {string} */
                    flow_action: "navigate" | "data_exchange";
                    flow_id: string;
                    navigate_screen: string | null;
                } | null;
                phone_number: string | null;
                text: string;
                /** @enum {string} */
                type: "quick_reply" | "url" | "phone_number" | "copy_code" | "flow" | "catalog" | "mpm";
                url: string | null;
            }[];
            category: string;
            examples: {
                [key: string]: string;
            };
            footer: string | null;
            header: {
                text: string | null;
                /** @enum {string} */
                type: "text" | "image" | "video" | "document";
            } | null;
            id: number;
            language: string;
            name: string;
            quality: string | null;
            rejection: string | null;
            sendable: boolean;
            status: string;
            variables: {
                key: string;
                /** @enum {string} */
                part: "header" | "body" | "button";
                required: boolean;
                /** @enum {string} */
                type: "text" | "image" | "video" | "document" | "url" | "copy_code" | "flow" | "catalog" | "mpm";
            }[];
        };
        TemplateChange: {
            authentication?: {
                /** @default [] */
                apps: {
                    package_name: string;
                    signature_hash: string;
                }[];
                /** @default null */
                code_expiration_minutes: number | null;
                /** @enum {string} */
                otp_type: "copy_code" | "one_tap" | "zero_tap";
                /** @default true */
                security_recommendation: boolean;
                /** @default false */
                zero_tap_terms_accepted: boolean;
            };
            body?: string;
            buttons?: ({
                text: string;
                /** @constant */
                type: "quick_reply";
            } | {
                text: string;
                /** @constant */
                type: "url";
                url: string;
            } | {
                phone_number: string;
                text: string;
                /** @constant */
                type: "phone_number";
            } | {
                /** @constant */
                type: "copy_code";
            } | {
                /**
                 * @default navigate
                 * @enum {string}
                 */
                flow_action: "navigate" | "data_exchange";
                flow_id: string;
                /** @default null */
                navigate_screen: string | null;
                text: string;
                /** @constant */
                type: "flow";
            } | {
                /** @enum {string} */
                type: "catalog" | "mpm";
            })[];
            /** @enum {string} */
            category?: "marketing" | "utility" | "authentication";
            examples?: {
                [key: string]: string;
            };
            footer?: string | null;
            header?: ({
                text: string;
                /** @constant */
                type: "text";
            } | {
                handle?: string;
                /** @enum {string} */
                type: "image" | "video" | "document";
            }) | null;
            header_media_id?: string | null;
            header_media_url?: string | null;
        };
        TemplateFile: {
            handle: string;
            /** @enum {string} */
            type: "image" | "video" | "document";
        };
        /** Template */
        TemplateMessage: {
            body?: null;
            contacts?: null;
            device_uuid: string;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template: components["schemas"]["MessageTemplate"];
            to: string;
            /** @constant */
            type: "template";
            view_once?: null;
            voice?: null;
        };
        TemplatePage: {
            data: components["schemas"]["Template"][];
            next_cursor: string | null;
            /** Format: date-time */
            synced_at: string;
        };
        TemplatePreview: {
            body: string;
            button: string | null;
            footer: string | null;
        };
        /** Template */
        TemplateReply: {
            actor?: string;
            body?: null;
            contacts?: null;
            interactive?: null;
            location?: null;
            media_id?: null;
            media_url?: null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template: components["schemas"]["MessageTemplate"];
            /** @constant */
            type?: "template";
            view_once?: null;
            voice?: null;
        };
        TestAutoReplies: {
            ad_id?: string;
            /** Format: date-time */
            at?: string;
            /** Format: uuid */
            device_uuid?: string;
            /** @default false */
            during_flow: boolean;
            /** Format: uuid */
            entry_point_id?: string;
            /** @default true */
            first: boolean;
            phone?: string;
            text: string;
        };
        TestBroadcast: {
            /** Format: uuid */
            device_uuid: string;
            media_id?: string | null;
            media_url?: string | null;
            message_template?: string | null;
            name?: string;
            template?: components["schemas"]["MessageTemplate"] | null;
            to: string;
            type?: ("text" | "image" | "video" | "document") | null;
        };
        TestedDecision: {
            /** @enum {string} */
            outcome: "answered" | "clarified" | "handed_off" | "ended" | "tagged" | "declined" | "noticed" | "silent" | "joined";
            reason: string;
            /** @enum {string} */
            stage: "gate" | "opt_out" | "person" | "owner" | "queue" | "flow" | "rule" | "assistant" | "away" | "none";
        };
        TestEvaluation: {
            better: number;
            clarified: components["schemas"]["Share"];
            handed_off: components["schemas"]["Share"];
            questions: number;
            right: components["schemas"]["Share"];
            worse: {
                /** @enum {string} */
                earlier_outcome: "right" | "clarified" | "handed_off" | "wrong";
                /** @enum {string} */
                outcome: "right" | "clarified" | "handed_off" | "wrong";
                question: string;
                /** Format: uuid */
                test_question_id: string;
            }[];
            wrong: components["schemas"]["Share"];
        };
        TestQuestion: {
            /** Format: date-time */
            checked_at: string | null;
            /** Format: date-time */
            created_at: string;
            earlier_outcome: ("right" | "clarified" | "handed_off" | "wrong") | null;
            /** Format: uuid */
            faq_id: string | null;
            /** Format: uuid */
            id: string;
            outcome: ("right" | "clarified" | "handed_off" | "wrong") | null;
            question: string;
        };
        TestQuestionPage: {
            data: components["schemas"]["TestQuestion"][];
            next_cursor: string | null;
        };
        /** Text */
        TextMessage: {
            body: string;
            contacts?: null;
            device_uuid: string;
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            template?: null;
            to: string;
            /**
             * @default text
             * @constant
             */
            type: "text";
            view_once?: null;
            voice?: null;
        };
        /** Text */
        TextReply: {
            actor?: string;
            body: string;
            contacts?: null;
            location?: null;
            media_id?: null;
            media_url?: string | null;
            ownership_version?: number;
            ptt?: null;
            quote?: number | null;
            reaction?: null;
            seen_message_id?: number;
            template?: null;
            /**
             * @default text
             * @constant
             */
            type: "text";
            view_once?: null;
            voice?: null;
        };
        TimelineEntry: {
            actor: string;
            body: string | null;
            /** Format: date-time */
            created_at: string;
            details: {
                [key: string]: unknown;
            };
            episode: number;
            /** Format: uuid */
            id: string;
            kind: string;
        };
        TimelinePage: {
            data: components["schemas"]["TimelineEntry"][];
            next_cursor: string | null;
        };
        Touch: {
            ad_id: string | null;
            /** Format: date-time */
            at: string;
            ctwa_clid: string | null;
            /** Format: uuid */
            entry_point_id: string | null;
            headline: string | null;
            /** @enum {string} */
            kind: "link" | "ad" | "widget";
            name: string | null;
        };
        UndoneImport: {
            kept: number;
            left: number;
            removed: number;
            restored: number;
        };
        UploadedMedia: {
            /** Format: date-time */
            expires_at: string;
            file_name: string;
            has_thumbnail: boolean;
            /** Format: uuid */
            id: string;
            mimetype: string;
            sha256: string;
            size: number;
            /** @enum {string} */
            type: "image" | "document" | "audio" | "video";
        };
        Usage: {
            api_calls: number;
            devices: number;
            max_devices: number;
            messages_quota: number;
            messages_remaining: number | null;
            messages_sent: number;
            period: string;
            plan: string;
            rate_per_minute: number;
            storage_bytes: number | null;
            storage_used: number;
        };
        UseLogInLink: {
            code?: string;
            token: string;
        };
        User: {
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            email: string;
            has_password: boolean;
            has_second_factor: boolean;
            /** Format: uuid */
            id: string;
            is_operator: boolean;
            /** Format: date-time */
            last_login_at: string | null;
            name: string;
            /** @enum {string} */
            role: "agent" | "admin" | "owner";
            /** @enum {string} */
            status: "invited" | "active" | "disabled";
        };
        UserPage: {
            current_page: number;
            data: components["schemas"]["User"][];
            last_page: number;
            per_page: number;
            total: number;
        };
        UserPresence: {
            /** Format: uuid */
            id: string;
            name: string;
            present: boolean;
            /** Format: date-time */
            seen_at: string | null;
            /** @enum {string} */
            state: "available" | "away";
            teams: string[];
        };
        UserPresences: {
            data: components["schemas"]["UserPresence"][];
        };
        UserWithLink: {
            link: {
                /** Format: date-time */
                expires_at: string;
                url: string;
            };
            user: components["schemas"]["User"];
        };
        Webhook: {
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            /** Format: date-time */
            disabled_at: string | null;
            events: ("message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in")[];
            /** Format: date-time */
            failing_since: string | null;
            failure_count: number;
            failures_left: number;
            id: number;
            last_error: string | null;
            /** Format: date-time */
            previous_secret_until: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            url: string;
            warning: string | null;
        };
        WebhookAttempt: {
            automation: ("pending" | "answered" | "handed_off" | "none") | null;
            duration_ms: number;
            error: string | null;
            number: number;
            response: string | null;
            /** Format: date-time */
            started_at: string;
            status_code: number | null;
        };
        WebhookAttemptBrief: {
            automation: ("pending" | "answered" | "handed_off" | "none") | null;
            duration_ms: number;
            error: string | null;
            number: number;
            /** Format: date-time */
            started_at: string;
            status_code: number | null;
        };
        WebhookCreated: {
            device_uuids?: string[] | null;
            events: ("message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in")[];
            id: number;
            secret: string;
            url: string;
        };
        WebhookDelivery: {
            attempt_count: number;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            event: "message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in" | "webhook.test";
            /** Format: uuid */
            event_id: string;
            id: number;
            /** @enum {string} */
            kind: "event" | "replay" | "test";
            last_attempt: components["schemas"]["WebhookAttemptBrief"] | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            settled_at: string | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "held";
            webhook_id: number;
        };
        WebhookDeliveryDetail: {
            attempt_count: number;
            attempts: components["schemas"]["WebhookAttempt"][];
            body: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            event: "message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in" | "webhook.test";
            /** Format: uuid */
            event_id: string;
            id: number;
            /** @enum {string} */
            kind: "event" | "replay" | "test";
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            settled_at: string | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "held";
            webhook_id: number;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            next_cursor: string | null;
        };
        WebhookEnabled: {
            /** Format: date-time */
            created_at: string;
            device_uuids: string[] | null;
            /** Format: date-time */
            disabled_at: string | null;
            events: ("message.received" | "message.status" | "device.status" | "message.media" | "message.reaction" | "message.edited" | "message.deleted" | "conversation.updated" | "conversation.rated" | "contact.opted_out" | "contact.opted_in")[];
            /** Format: date-time */
            failing_since: string | null;
            failure_count: number;
            failures_left: number;
            id: number;
            last_error: string | null;
            /** Format: date-time */
            missed_since: string | null;
            /** Format: date-time */
            previous_secret_until: string | null;
            queued: number;
            /** @enum {string} */
            status: "enabled" | "disabled";
            url: string;
            warning: string | null;
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
        };
        WebhookTestEvent: {
            device_uuid: null;
            /** @constant */
            event: "webhook.test";
            /** Format: uuid */
            event_id: string;
            /** Format: date-time */
            timestamp: string;
        };
        Widget: {
            allowed_origins: string[];
            color: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string;
            enabled: boolean;
            greeting: string;
            /** Format: uuid */
            id: string;
            identity_required: boolean;
            language: ("en" | "id" | "pt" | "es") | null;
            /** @enum {string} */
            mode: "button" | "chat";
            name: string;
            text: string;
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        WidgetCreated: {
            allowed_origins: string[];
            color: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            device_uuid: string;
            enabled: boolean;
            greeting: string;
            /** Format: uuid */
            id: string;
            identity_required: boolean;
            identity_secret: string;
            language: ("en" | "id" | "pt" | "es") | null;
            /** @enum {string} */
            mode: "button" | "chat";
            name: string;
            text: string;
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        WidgetPage: {
            data: components["schemas"]["Widget"][];
            next_cursor: string | null;
        };
        WidgetSecret: {
            /** Format: uuid */
            id: string;
            identity_secret: string;
        };
        WidgetSnippet: {
            csp: {
                "frame-src": string;
                "script-src": string;
            };
            html: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

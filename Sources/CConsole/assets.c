// The files of the console, put into the binary by the compiler. A test holds that every file of Web has its lines here.
#include "cconsole.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char app_css[] = {
#embed "../HearthConsole/Web/app.css"
};
static const unsigned char first_js[] = {
#embed "../HearthConsole/Web/first.js"
};
static const unsigned char icons_svg[] = {
#embed "../HearthConsole/Web/icons.svg"
};
static const unsigned char index_js[] = {
#embed "../HearthConsole/Web/index.js"
};
static const unsigned char lib_call_js[] = {
#embed "../HearthConsole/Web/lib/call.js"
};
static const unsigned char lib_each_js[] = {
#embed "../HearthConsole/Web/lib/each.js"
};
static const unsigned char lib_html_js[] = {
#embed "../HearthConsole/Web/lib/html.js"
};
static const unsigned char lib_keys_js[] = {
#embed "../HearthConsole/Web/lib/keys.js"
};
static const unsigned char lib_live_js[] = {
#embed "../HearthConsole/Web/lib/live.js"
};
static const unsigned char lib_route_js[] = {
#embed "../HearthConsole/Web/lib/route.js"
};
static const unsigned char lib_signal_js[] = {
#embed "../HearthConsole/Web/lib/signal.js"
};
static const unsigned char lib_text_js[] = {
#embed "../HearthConsole/Web/lib/text.js"
};
static const unsigned char mark_svg[] = {
#embed "../HearthConsole/Web/mark.svg"
};
static const unsigned char pages_account_js[] = {
#embed "../HearthConsole/Web/pages/account.js"
};
static const unsigned char pages_administrators_js[] = {
#embed "../HearthConsole/Web/pages/administrators.js"
};
static const unsigned char pages_audit_js[] = {
#embed "../HearthConsole/Web/pages/audit.js"
};
static const unsigned char pages_clock_js[] = {
#embed "../HearthConsole/Web/pages/clock.js"
};
static const unsigned char pages_crashes_js[] = {
#embed "../HearthConsole/Web/pages/crashes.js"
};
static const unsigned char pages_data_js[] = {
#embed "../HearthConsole/Web/pages/data.js"
};
static const unsigned char pages_events_js[] = {
#embed "../HearthConsole/Web/pages/events.js"
};
static const unsigned char pages_faults_js[] = {
#embed "../HearthConsole/Web/pages/faults.js"
};
static const unsigned char pages_fixtures_js[] = {
#embed "../HearthConsole/Web/pages/fixtures.js"
};
static const unsigned char pages_functions_js[] = {
#embed "../HearthConsole/Web/pages/functions.js"
};
static const unsigned char pages_inbox_js[] = {
#embed "../HearthConsole/Web/pages/inbox.js"
};
static const unsigned char pages_log_js[] = {
#embed "../HearthConsole/Web/pages/log.js"
};
static const unsigned char pages_missing_js[] = {
#embed "../HearthConsole/Web/pages/missing.js"
};
static const unsigned char pages_more_js[] = {
#embed "../HearthConsole/Web/pages/more.js"
};
static const unsigned char pages_overview_js[] = {
#embed "../HearthConsole/Web/pages/overview.js"
};
static const unsigned char pages_rules_js[] = {
#embed "../HearthConsole/Web/pages/rules.js"
};
static const unsigned char pages_settings_keys_js[] = {
#embed "../HearthConsole/Web/pages/settings-keys.js"
};
static const unsigned char pages_settings_project_js[] = {
#embed "../HearthConsole/Web/pages/settings-project.js"
};
static const unsigned char pages_settings_providers_js[] = {
#embed "../HearthConsole/Web/pages/settings-providers.js"
};
static const unsigned char pages_settings_tenants_js[] = {
#embed "../HearthConsole/Web/pages/settings-tenants.js"
};
static const unsigned char pages_settings_js[] = {
#embed "../HearthConsole/Web/pages/settings.js"
};
static const unsigned char pages_tokens_js[] = {
#embed "../HearthConsole/Web/pages/tokens.js"
};
static const unsigned char pages_tried_js[] = {
#embed "../HearthConsole/Web/pages/tried.js"
};
static const unsigned char pages_users_js[] = {
#embed "../HearthConsole/Web/pages/users.js"
};
static const unsigned char parts_bars_js[] = {
#embed "../HearthConsole/Web/parts/bars.js"
};
static const unsigned char parts_basics_js[] = {
#embed "../HearthConsole/Web/parts/basics.js"
};
static const unsigned char parts_bulk_js[] = {
#embed "../HearthConsole/Web/parts/bulk.js"
};
static const unsigned char parts_columns_js[] = {
#embed "../HearthConsole/Web/parts/columns.js"
};
static const unsigned char parts_copyas_js[] = {
#embed "../HearthConsole/Web/parts/copyas.js"
};
static const unsigned char parts_exchange_js[] = {
#embed "../HearthConsole/Web/parts/exchange.js"
};
static const unsigned char parts_filters_js[] = {
#embed "../HearthConsole/Web/parts/filters.js"
};
static const unsigned char parts_flow_js[] = {
#embed "../HearthConsole/Web/parts/flow.js"
};
static const unsigned char parts_languages_js[] = {
#embed "../HearthConsole/Web/parts/languages.js"
};
static const unsigned char parts_mail_js[] = {
#embed "../HearthConsole/Web/parts/mail.js"
};
static const unsigned char parts_marks_js[] = {
#embed "../HearthConsole/Web/parts/marks.js"
};
static const unsigned char parts_menu_js[] = {
#embed "../HearthConsole/Web/parts/menu.js"
};
static const unsigned char parts_message_js[] = {
#embed "../HearthConsole/Web/parts/message.js"
};
static const unsigned char parts_negative_js[] = {
#embed "../HearthConsole/Web/parts/negative.js"
};
static const unsigned char parts_palette_js[] = {
#embed "../HearthConsole/Web/parts/palette.js"
};
static const unsigned char parts_person_js[] = {
#embed "../HearthConsole/Web/parts/person.js"
};
static const unsigned char parts_qr_js[] = {
#embed "../HearthConsole/Web/parts/qr.js"
};
static const unsigned char parts_removal_js[] = {
#embed "../HearthConsole/Web/parts/removal.js"
};
static const unsigned char parts_secrets_js[] = {
#embed "../HearthConsole/Web/parts/secrets.js"
};
static const unsigned char parts_session_js[] = {
#embed "../HearthConsole/Web/parts/session.js"
};
static const unsigned char parts_settings_rows_js[] = {
#embed "../HearthConsole/Web/parts/settings-rows.js"
};
static const unsigned char parts_settings_js[] = {
#embed "../HearthConsole/Web/parts/settings.js"
};
static const unsigned char parts_shell_js[] = {
#embed "../HearthConsole/Web/parts/shell.js"
};
static const unsigned char parts_signinas_js[] = {
#embed "../HearthConsole/Web/parts/signinas.js"
};
static const unsigned char parts_snippets_js[] = {
#embed "../HearthConsole/Web/parts/snippets.js"
};
static const unsigned char parts_swift_js[] = {
#embed "../HearthConsole/Web/parts/swift.js"
};
static const unsigned char parts_testusers_js[] = {
#embed "../HearthConsole/Web/parts/testusers.js"
};
static const unsigned char parts_tokencheck_js[] = {
#embed "../HearthConsole/Web/parts/tokencheck.js"
};
static const unsigned char parts_trial_js[] = {
#embed "../HearthConsole/Web/parts/trial.js"
};
static const unsigned char parts_undo_js[] = {
#embed "../HearthConsole/Web/parts/undo.js"
};
static const unsigned char parts_user_js[] = {
#embed "../HearthConsole/Web/parts/user.js"
};
static const unsigned char parts_userexport_js[] = {
#embed "../HearthConsole/Web/parts/userexport.js"
};
static const unsigned char parts_userfile_js[] = {
#embed "../HearthConsole/Web/parts/userfile.js"
};
static const unsigned char parts_userimport_js[] = {
#embed "../HearthConsole/Web/parts/userimport.js"
};
static const unsigned char parts_verdicts_js[] = {
#embed "../HearthConsole/Web/parts/verdicts.js"
};
static const unsigned char parts_world_js[] = {
#embed "../HearthConsole/Web/parts/world.js"
};
static const unsigned char text_ar_json[] = {
#embed "../HearthConsole/Web/text/ar.json"
};
static const unsigned char text_ar_data_json[] = {
#embed "../HearthConsole/Web/text/ar/data.json"
};
static const unsigned char text_ar_fixtures_json[] = {
#embed "../HearthConsole/Web/text/ar/fixtures.json"
};
static const unsigned char text_ar_functions_json[] = {
#embed "../HearthConsole/Web/text/ar/functions.json"
};
static const unsigned char text_ar_inbox_json[] = {
#embed "../HearthConsole/Web/text/ar/inbox.json"
};
static const unsigned char text_ar_log_json[] = {
#embed "../HearthConsole/Web/text/ar/log.json"
};
static const unsigned char text_ar_overview_json[] = {
#embed "../HearthConsole/Web/text/ar/overview.json"
};
static const unsigned char text_ar_settings_json[] = {
#embed "../HearthConsole/Web/text/ar/settings.json"
};
static const unsigned char text_ar_tokens_json[] = {
#embed "../HearthConsole/Web/text/ar/tokens.json"
};
static const unsigned char text_ar_users_json[] = {
#embed "../HearthConsole/Web/text/ar/users.json"
};
static const unsigned char text_de_json[] = {
#embed "../HearthConsole/Web/text/de.json"
};
static const unsigned char text_de_data_json[] = {
#embed "../HearthConsole/Web/text/de/data.json"
};
static const unsigned char text_de_fixtures_json[] = {
#embed "../HearthConsole/Web/text/de/fixtures.json"
};
static const unsigned char text_de_functions_json[] = {
#embed "../HearthConsole/Web/text/de/functions.json"
};
static const unsigned char text_de_inbox_json[] = {
#embed "../HearthConsole/Web/text/de/inbox.json"
};
static const unsigned char text_de_log_json[] = {
#embed "../HearthConsole/Web/text/de/log.json"
};
static const unsigned char text_de_overview_json[] = {
#embed "../HearthConsole/Web/text/de/overview.json"
};
static const unsigned char text_de_settings_json[] = {
#embed "../HearthConsole/Web/text/de/settings.json"
};
static const unsigned char text_de_tokens_json[] = {
#embed "../HearthConsole/Web/text/de/tokens.json"
};
static const unsigned char text_de_users_json[] = {
#embed "../HearthConsole/Web/text/de/users.json"
};
static const unsigned char text_es_json[] = {
#embed "../HearthConsole/Web/text/es.json"
};
static const unsigned char text_es_data_json[] = {
#embed "../HearthConsole/Web/text/es/data.json"
};
static const unsigned char text_es_fixtures_json[] = {
#embed "../HearthConsole/Web/text/es/fixtures.json"
};
static const unsigned char text_es_functions_json[] = {
#embed "../HearthConsole/Web/text/es/functions.json"
};
static const unsigned char text_es_inbox_json[] = {
#embed "../HearthConsole/Web/text/es/inbox.json"
};
static const unsigned char text_es_log_json[] = {
#embed "../HearthConsole/Web/text/es/log.json"
};
static const unsigned char text_es_overview_json[] = {
#embed "../HearthConsole/Web/text/es/overview.json"
};
static const unsigned char text_es_settings_json[] = {
#embed "../HearthConsole/Web/text/es/settings.json"
};
static const unsigned char text_es_tokens_json[] = {
#embed "../HearthConsole/Web/text/es/tokens.json"
};
static const unsigned char text_es_users_json[] = {
#embed "../HearthConsole/Web/text/es/users.json"
};
static const unsigned char text_fr_json[] = {
#embed "../HearthConsole/Web/text/fr.json"
};
static const unsigned char text_fr_data_json[] = {
#embed "../HearthConsole/Web/text/fr/data.json"
};
static const unsigned char text_fr_fixtures_json[] = {
#embed "../HearthConsole/Web/text/fr/fixtures.json"
};
static const unsigned char text_fr_functions_json[] = {
#embed "../HearthConsole/Web/text/fr/functions.json"
};
static const unsigned char text_fr_inbox_json[] = {
#embed "../HearthConsole/Web/text/fr/inbox.json"
};
static const unsigned char text_fr_log_json[] = {
#embed "../HearthConsole/Web/text/fr/log.json"
};
static const unsigned char text_fr_overview_json[] = {
#embed "../HearthConsole/Web/text/fr/overview.json"
};
static const unsigned char text_fr_settings_json[] = {
#embed "../HearthConsole/Web/text/fr/settings.json"
};
static const unsigned char text_fr_tokens_json[] = {
#embed "../HearthConsole/Web/text/fr/tokens.json"
};
static const unsigned char text_fr_users_json[] = {
#embed "../HearthConsole/Web/text/fr/users.json"
};
static const unsigned char text_ja_json[] = {
#embed "../HearthConsole/Web/text/ja.json"
};
static const unsigned char text_ja_data_json[] = {
#embed "../HearthConsole/Web/text/ja/data.json"
};
static const unsigned char text_ja_fixtures_json[] = {
#embed "../HearthConsole/Web/text/ja/fixtures.json"
};
static const unsigned char text_ja_functions_json[] = {
#embed "../HearthConsole/Web/text/ja/functions.json"
};
static const unsigned char text_ja_inbox_json[] = {
#embed "../HearthConsole/Web/text/ja/inbox.json"
};
static const unsigned char text_ja_log_json[] = {
#embed "../HearthConsole/Web/text/ja/log.json"
};
static const unsigned char text_ja_overview_json[] = {
#embed "../HearthConsole/Web/text/ja/overview.json"
};
static const unsigned char text_ja_settings_json[] = {
#embed "../HearthConsole/Web/text/ja/settings.json"
};
static const unsigned char text_ja_tokens_json[] = {
#embed "../HearthConsole/Web/text/ja/tokens.json"
};
static const unsigned char text_ja_users_json[] = {
#embed "../HearthConsole/Web/text/ja/users.json"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof(bytes)}

static const cconsole_file files[] = {
    FILE_OF("app.css", app_css),
    FILE_OF("first.js", first_js),
    FILE_OF("icons.svg", icons_svg),
    FILE_OF("index.js", index_js),
    FILE_OF("lib/call.js", lib_call_js),
    FILE_OF("lib/each.js", lib_each_js),
    FILE_OF("lib/html.js", lib_html_js),
    FILE_OF("lib/keys.js", lib_keys_js),
    FILE_OF("lib/live.js", lib_live_js),
    FILE_OF("lib/route.js", lib_route_js),
    FILE_OF("lib/signal.js", lib_signal_js),
    FILE_OF("lib/text.js", lib_text_js),
    FILE_OF("mark.svg", mark_svg),
    FILE_OF("pages/account.js", pages_account_js),
    FILE_OF("pages/administrators.js", pages_administrators_js),
    FILE_OF("pages/audit.js", pages_audit_js),
    FILE_OF("pages/clock.js", pages_clock_js),
    FILE_OF("pages/crashes.js", pages_crashes_js),
    FILE_OF("pages/data.js", pages_data_js),
    FILE_OF("pages/events.js", pages_events_js),
    FILE_OF("pages/faults.js", pages_faults_js),
    FILE_OF("pages/fixtures.js", pages_fixtures_js),
    FILE_OF("pages/functions.js", pages_functions_js),
    FILE_OF("pages/inbox.js", pages_inbox_js),
    FILE_OF("pages/log.js", pages_log_js),
    FILE_OF("pages/missing.js", pages_missing_js),
    FILE_OF("pages/more.js", pages_more_js),
    FILE_OF("pages/overview.js", pages_overview_js),
    FILE_OF("pages/rules.js", pages_rules_js),
    FILE_OF("pages/settings-keys.js", pages_settings_keys_js),
    FILE_OF("pages/settings-project.js", pages_settings_project_js),
    FILE_OF("pages/settings-providers.js", pages_settings_providers_js),
    FILE_OF("pages/settings-tenants.js", pages_settings_tenants_js),
    FILE_OF("pages/settings.js", pages_settings_js),
    FILE_OF("pages/tokens.js", pages_tokens_js),
    FILE_OF("pages/tried.js", pages_tried_js),
    FILE_OF("pages/users.js", pages_users_js),
    FILE_OF("parts/bars.js", parts_bars_js),
    FILE_OF("parts/basics.js", parts_basics_js),
    FILE_OF("parts/bulk.js", parts_bulk_js),
    FILE_OF("parts/columns.js", parts_columns_js),
    FILE_OF("parts/copyas.js", parts_copyas_js),
    FILE_OF("parts/exchange.js", parts_exchange_js),
    FILE_OF("parts/filters.js", parts_filters_js),
    FILE_OF("parts/flow.js", parts_flow_js),
    FILE_OF("parts/languages.js", parts_languages_js),
    FILE_OF("parts/mail.js", parts_mail_js),
    FILE_OF("parts/marks.js", parts_marks_js),
    FILE_OF("parts/menu.js", parts_menu_js),
    FILE_OF("parts/message.js", parts_message_js),
    FILE_OF("parts/negative.js", parts_negative_js),
    FILE_OF("parts/palette.js", parts_palette_js),
    FILE_OF("parts/person.js", parts_person_js),
    FILE_OF("parts/qr.js", parts_qr_js),
    FILE_OF("parts/removal.js", parts_removal_js),
    FILE_OF("parts/secrets.js", parts_secrets_js),
    FILE_OF("parts/session.js", parts_session_js),
    FILE_OF("parts/settings-rows.js", parts_settings_rows_js),
    FILE_OF("parts/settings.js", parts_settings_js),
    FILE_OF("parts/shell.js", parts_shell_js),
    FILE_OF("parts/signinas.js", parts_signinas_js),
    FILE_OF("parts/snippets.js", parts_snippets_js),
    FILE_OF("parts/swift.js", parts_swift_js),
    FILE_OF("parts/testusers.js", parts_testusers_js),
    FILE_OF("parts/tokencheck.js", parts_tokencheck_js),
    FILE_OF("parts/trial.js", parts_trial_js),
    FILE_OF("parts/undo.js", parts_undo_js),
    FILE_OF("parts/user.js", parts_user_js),
    FILE_OF("parts/userexport.js", parts_userexport_js),
    FILE_OF("parts/userfile.js", parts_userfile_js),
    FILE_OF("parts/userimport.js", parts_userimport_js),
    FILE_OF("parts/verdicts.js", parts_verdicts_js),
    FILE_OF("parts/world.js", parts_world_js),
    FILE_OF("text/ar.json", text_ar_json),
    FILE_OF("text/ar/data.json", text_ar_data_json),
    FILE_OF("text/ar/fixtures.json", text_ar_fixtures_json),
    FILE_OF("text/ar/functions.json", text_ar_functions_json),
    FILE_OF("text/ar/inbox.json", text_ar_inbox_json),
    FILE_OF("text/ar/log.json", text_ar_log_json),
    FILE_OF("text/ar/overview.json", text_ar_overview_json),
    FILE_OF("text/ar/settings.json", text_ar_settings_json),
    FILE_OF("text/ar/tokens.json", text_ar_tokens_json),
    FILE_OF("text/ar/users.json", text_ar_users_json),
    FILE_OF("text/de.json", text_de_json),
    FILE_OF("text/de/data.json", text_de_data_json),
    FILE_OF("text/de/fixtures.json", text_de_fixtures_json),
    FILE_OF("text/de/functions.json", text_de_functions_json),
    FILE_OF("text/de/inbox.json", text_de_inbox_json),
    FILE_OF("text/de/log.json", text_de_log_json),
    FILE_OF("text/de/overview.json", text_de_overview_json),
    FILE_OF("text/de/settings.json", text_de_settings_json),
    FILE_OF("text/de/tokens.json", text_de_tokens_json),
    FILE_OF("text/de/users.json", text_de_users_json),
    FILE_OF("text/es.json", text_es_json),
    FILE_OF("text/es/data.json", text_es_data_json),
    FILE_OF("text/es/fixtures.json", text_es_fixtures_json),
    FILE_OF("text/es/functions.json", text_es_functions_json),
    FILE_OF("text/es/inbox.json", text_es_inbox_json),
    FILE_OF("text/es/log.json", text_es_log_json),
    FILE_OF("text/es/overview.json", text_es_overview_json),
    FILE_OF("text/es/settings.json", text_es_settings_json),
    FILE_OF("text/es/tokens.json", text_es_tokens_json),
    FILE_OF("text/es/users.json", text_es_users_json),
    FILE_OF("text/fr.json", text_fr_json),
    FILE_OF("text/fr/data.json", text_fr_data_json),
    FILE_OF("text/fr/fixtures.json", text_fr_fixtures_json),
    FILE_OF("text/fr/functions.json", text_fr_functions_json),
    FILE_OF("text/fr/inbox.json", text_fr_inbox_json),
    FILE_OF("text/fr/log.json", text_fr_log_json),
    FILE_OF("text/fr/overview.json", text_fr_overview_json),
    FILE_OF("text/fr/settings.json", text_fr_settings_json),
    FILE_OF("text/fr/tokens.json", text_fr_tokens_json),
    FILE_OF("text/fr/users.json", text_fr_users_json),
    FILE_OF("text/ja.json", text_ja_json),
    FILE_OF("text/ja/data.json", text_ja_data_json),
    FILE_OF("text/ja/fixtures.json", text_ja_fixtures_json),
    FILE_OF("text/ja/functions.json", text_ja_functions_json),
    FILE_OF("text/ja/inbox.json", text_ja_inbox_json),
    FILE_OF("text/ja/log.json", text_ja_log_json),
    FILE_OF("text/ja/overview.json", text_ja_overview_json),
    FILE_OF("text/ja/settings.json", text_ja_settings_json),
    FILE_OF("text/ja/tokens.json", text_ja_tokens_json),
    FILE_OF("text/ja/users.json", text_ja_users_json),
};

size_t cconsole_count(void) { return sizeof(files) / sizeof(files[0]); }

const cconsole_file *cconsole_at(size_t position) {
    return position < cconsole_count() ? &files[position] : NULL;
}

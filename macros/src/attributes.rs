//! The user's attributes, sorted by what happens to them.
//!
//! It recognises attributes that are part of the language by name; it judges none.

use syn::{Attribute, Meta, Token, punctuated::Punctuated};

/// The attributes of an item that becomes several: which of them each part takes along.
pub(crate) struct Attributes {
    /// `#[doc …]`: on everything the user can see.
    pub(crate) docs: Vec<Attribute>,
    /// `#[cfg …]`: on every part, so that all are there or none.
    pub(crate) conditions: Vec<Attribute>,
    /// Lint levels.
    pub(crate) lints: Vec<Attribute>,
    /// All others, `#[expect]` among them, which must not be doubled.
    pub(crate) others: Vec<Attribute>,
}

impl Attributes {
    pub(crate) fn sort(attributes: Vec<Attribute>) -> Self {
        let mut attributes = attributes;
        let mut sorted = |names: &[&str]| take(&mut attributes, names);
        let docs = sorted(&["doc"]);
        let conditions = sorted(&["cfg"]);
        let lints = sorted(&["allow", "warn", "deny", "forbid"]);
        Self { docs, conditions, lints, others: attributes }
    }
}

/// Takes the attributes that have one of `names` out of `attributes`.
pub(crate) fn take(attributes: &mut Vec<Attribute>, names: &[&str]) -> Vec<Attribute> {
    attributes.extract_if(.., |attribute| names.iter().any(|name| is(attribute, name))).collect()
}

/// The attributes that have the name.
pub(crate) fn named<'a>(attributes: &'a [Attribute], name: &str) -> Vec<&'a Attribute> {
    attributes.iter().filter(|attribute| is(attribute, name)).collect()
}

/// The last segment of the attribute's path.
pub(crate) fn name(attribute: &Attribute) -> String {
    let last = attribute.path().segments.last();
    last.map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// The members of all lists of the name, such as `skip` and `rename = "a"` of `#[serde(…)]`.
///
/// A list that does not parse counts as empty: the macro it is meant for reports it.
pub(crate) fn members(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let lists = named(attributes, name).into_iter().map(|attribute| {
        attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
    });
    lists.flatten().flatten().collect()
}

/// The member of `#[serde(…)]` or the like that has the key.
pub(crate) fn member<'a>(members: &'a [Meta], key: &str) -> Option<&'a Meta> {
    members.iter().find(|member| member.path().is_ident(key))
}

fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().is_ident(name)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn attributes_are_sorted_and_none_is_lost() {
        let sorted = Attributes::sort(vec![
            parse_quote!(#[doc = "a"]),
            parse_quote!(#[cfg(unix)]),
            parse_quote!(#[allow(dead_code)]),
            parse_quote!(#[expect(dead_code)]),
            parse_quote!(#[inline]),
        ]);
        let counts = [&sorted.docs, &sorted.conditions, &sorted.lints, &sorted.others];
        assert_eq!(counts.map(Vec::len), [1, 1, 1, 2]);
    }

    #[test]
    fn members_of_several_lists_are_seen_together() {
        let attributes: Vec<Attribute> =
            vec![parse_quote!(#[serde(rename = "a", default)]), parse_quote!(#[serde(skip)])];
        let members = members(&attributes, "serde");
        assert!(member(&members, "skip").is_some());
        assert!(member(&members, "flatten").is_none());
    }
}
